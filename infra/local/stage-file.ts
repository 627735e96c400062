// stage.json in the data directory: what others (the operator's command line) need to know of the running stage.
// It is also the claim on the directory: made before anything is started, removed when everything has ended.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createFile, replaceFile } from './files.ts';

const stageFile = z.object({
  pid: z.int().positive(),
  port: z.int().positive(),
  /** With the version: `http://localhost:3000/v1`. */
  baseUrl: z.url(),
  dynamodbEndpoint: z.url(),
  tableName: z.string().min(3),
  signingKeysFile: z.string().min(1),
  /** null until the engine is started, and where DYNAMODB_ENDPOINT names another DynamoDB. */
  enginePid: z.int().positive().nullable(),
});
export type StageFile = z.output<typeof stageFile>;

const pathOf = (dataDirectory: string): string => join(dataDirectory, 'stage.json');

/** What the data directory says about a stage; undefined where it says nothing that can be read. */
export function readStageFile(dataDirectory: string): StageFile | undefined {
  const path = pathOf(dataDirectory);
  if (!existsSync(path)) return undefined;
  try {
    return stageFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Claims the directory; false where there is a stage file already, whatever it says. */
export const createStageFile = (dataDirectory: string, stage: StageFile): boolean =>
  createFile(pathOf(dataDirectory), JSON.stringify(stage));

export const replaceStageFile = (dataDirectory: string, stage: StageFile): void =>
  replaceFile(pathOf(dataDirectory), JSON.stringify(stage));

export const removeStageFile = (dataDirectory: string): void =>
  rmSync(pathOf(dataDirectory), { force: true });

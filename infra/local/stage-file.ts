// stage.json tells the operator how to reach the running stage. It also claims the data directory, so that no other stage uses it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { createFile, replaceFile } from './files.ts';

const stageFile = z.object({
  pid: z.int().positive(),
  port: z.int().positive(),
  baseUrl: z.url(),
  dynamodbEndpoint: z.url(),
  tableName: z.string().min(3),
  signingKeysFile: z.string().min(1),
  /** null before the engine starts, and when DYNAMODB_ENDPOINT replaces the engine. */
  enginePid: z.int().positive().nullable(),
});
export type StageFile = z.output<typeof stageFile>;

const pathOf = (dataDirectory: string): string => join(dataDirectory, 'stage.json');

export function readStageFile(dataDirectory: string): StageFile | undefined {
  const path = pathOf(dataDirectory);
  if (!existsSync(path)) return undefined;
  try {
    return stageFile.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export const createStageFile = (dataDirectory: string, stage: StageFile): boolean =>
  createFile(pathOf(dataDirectory), JSON.stringify(stage));

export const replaceStageFile = (dataDirectory: string, stage: StageFile): void =>
  replaceFile(pathOf(dataDirectory), JSON.stringify(stage));

export const removeStageFile = (dataDirectory: string): void =>
  rmSync(pathOf(dataDirectory), { force: true });

/**
 * Somebody has deleted the data of a running stage. Its engine would still answer, and all new data would be lost. The directory itself
 * proves nothing, because an e-mail that is written meanwhile creates it again.
 */
export const isDataGone = (dataDirectory: string): boolean => !existsSync(pathOf(dataDirectory));

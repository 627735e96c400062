// Runs the operator's command line on the test's table, which a stage file names.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageFile } from '#infra/local/stage-file.ts';
import type { Json } from '#test/support/json.ts';
import { runHere } from './in-process.ts';
import { type ProgramResult, runProgram } from './programs.ts';

/** Creates a data directory with a stage file for this process. */
export function dataDirectory(given: Partial<StageFile> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'creator-affiliate-operator-'));
  const stage: StageFile = {
    pid: process.pid,
    port: 3000,
    baseUrl: 'http://localhost:3000/v1',
    dynamodbEndpoint: String(process.env.DYNAMODB_ENDPOINT),
    tableName: String(process.env.TABLE_NAME),
    signingKeysFile: String(process.env.SIGNING_KEYS_FILE),
    enginePid: null,
    ...given,
  };
  writeFileSync(join(folder, 'stage.json'), JSON.stringify(stage));
  return folder;
}

const program = 'infra/operator.ts';
const ownDirectory = dataDirectory();

/**
 * Runs a command. With `environment`, the command runs in a new process with only these and the common variables. Without it, the
 * command runs in this process, because starting Node takes longer than any command.
 */
export const operator = (args: readonly string[], environment?: NodeJS.ProcessEnv): Promise<ProgramResult> =>
  environment === undefined
    ? runHere(program, args, { DATA_DIR: ownDirectory })
    : runProgram([program, ...args], { DATA_DIR: ownDirectory, ...environment });

/** Runs a command that must succeed, and returns its JSON document. */
export async function operatorJson(...args: readonly string[]): Promise<Json> {
  const { exitCode, stdout, stderr } = await operator([...args, '--json']);
  if (exitCode !== 0 || stderr !== '') throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

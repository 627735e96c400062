// The operator's command line, run for real: as a process of its own, beside a stage file that names the test's table.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageFile } from '#infra/local/stage-file.ts';
import type { Json } from '#test/support/json.ts';
import { jsonOf, runProgram, type Said } from './programs.ts';

/** A data directory in which this process is the running stage, but for what is given otherwise. */
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

const ownDirectory = dataDirectory();

/** Runs a command. Of this process's environment it gets nothing that could tell it the table. */
export const operator = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Said> =>
  runProgram(['infra/operator.ts', ...args], { DATA_DIR: ownDirectory, ...environment });

/** Runs a command that must succeed, and answers its JSON document. */
export const operatorJson = (...args: readonly string[]): Promise<Json> =>
  jsonOf(['infra/operator.ts', ...args, '--json'], { DATA_DIR: ownDirectory });

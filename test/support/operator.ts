// Runs the operator's command line in a separate process on the test's table.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageFile } from '#infra/local/stage-file.ts';
import type { Json } from '#test/support/json.ts';
import { jsonOf, runProgram, type Said } from './programs.ts';

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

const ownDirectory = dataDirectory();

/** Runs a command without this process's environment, so that only the stage file names the table. */
export const operator = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Said> =>
  runProgram(['infra/operator.ts', ...args], { DATA_DIR: ownDirectory, ...environment });

/** Runs a command that must succeed and returns its JSON output. */
export const operatorJson = (...args: readonly string[]): Promise<Json> =>
  jsonOf(['infra/operator.ts', ...args, '--json'], { DATA_DIR: ownDirectory });

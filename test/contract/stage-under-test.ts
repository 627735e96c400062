// Opens the stage that the suite tests: a new local stage or a deployed stage.
import { freePort } from '#infra/local/engine.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { resourceName } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { jsonOf } from '#test/support/programs.ts';
import { type Difference, differences } from './emulator-differences.ts';

export interface StageUnderTest {
  /** Includes the version, e.g. `http://localhost:3000/v1`. */
  readonly baseUrl: string;
  operator(...args: readonly string[]): Promise<Json>;
  /** Runs an action of table-actions.ts on the table. */
  onTable(action: string, given: object): Promise<Json>;
  /** Whether the stage runs on an emulator with this difference from AWS. */
  differs(difference: Difference): boolean;
  close(): Promise<void>;
}

const operatorProgram = 'infra/operator.ts';
const tableProgram = 'test/contract/table-actions.ts';

async function newLocalStage(): Promise<StageUnderTest> {
  const DATA_DIR = newDataDirectory();
  const local = await startLocalStage({ PORT: String(await freePort()), DATA_DIR });
  const file = readStageFile(DATA_DIR);
  if (file === undefined) throw new Error(`The local stage did not start: ${local.output}`);
  const table = { STAGE: 'local', TABLE_NAME: file.tableName, DYNAMODB_ENDPOINT: file.dynamodbEndpoint };
  return {
    baseUrl: file.baseUrl,
    operator: (...args) => jsonOf([operatorProgram, ...args, '--json'], { DATA_DIR }),
    onTable: (action, given) => jsonOf([tableProgram, action, JSON.stringify(given)], table),
    differs: () => false,
    close: async () => {
      local.process.kill('SIGTERM');
      await local.exitCode;
    },
  };
}

const awsEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')));

function deployedStage(name: string, baseUrl: string): StageUnderTest {
  const table = { ...awsEnvironment(), STAGE: name, TABLE_NAME: resourceName({ name }) };
  return {
    baseUrl,
    operator: (...args) => jsonOf([operatorProgram, '--stage', name, ...args, '--json'], awsEnvironment()),
    onTable: (action, given) => jsonOf([tableProgram, action, JSON.stringify(given)], table),
    differs: (difference) => process.env.CONTRACT_ON_EMULATOR === 'yes' && difference in differences,
    close: async () => {},
  };
}

/** Uses the deployed stage that `CONTRACT_STAGE` and `CONTRACT_BASE_URL` name, or starts a local stage if they are unset. */
export function openStage(): Promise<StageUnderTest> {
  const { CONTRACT_STAGE: name, CONTRACT_BASE_URL: baseUrl } = process.env;
  if (name === undefined || baseUrl === undefined) return newLocalStage();
  return Promise.resolve(deployedStage(name, baseUrl));
}

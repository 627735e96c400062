// Opens the stage that the suite tests: a new local stage or a deployed stage.
import { vi } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { resourceName } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { jsonOf } from '#test/support/programs.ts';
import { type Difference, differences } from './emulator-differences.ts';
import type { TableAction } from './table-actions.ts';

type OnTable = (action: TableAction, given: object) => Promise<Json>;

export interface StageUnderTest {
  /** Includes the version, e.g. `http://localhost:3000/v1`. */
  readonly baseUrl: string;
  operator(...args: readonly string[]): Promise<Json>;
  /** Runs an action of table-actions.ts on the table. */
  onTable: OnTable;
  /** Whether the stage runs on an emulator with this difference from AWS. */
  differs(difference: Difference): boolean;
  close(): Promise<void>;
}

const operatorProgram = 'infra/operator.ts';

/** Loads the actions in this process. A process for each action would take most of the time of the suite. */
async function actionsOn(table: Record<string, string>): Promise<OnTable> {
  Object.assign(process.env, table);
  // The setup of the tests has loaded the modules for its own table.
  vi.resetModules();
  return (await import('./table-actions.ts')).runTableAction;
}

async function newLocalStage(): Promise<StageUnderTest> {
  const DATA_DIR = newDataDirectory();
  const local = await startLocalStage({ PORT: String(await freePort()), DATA_DIR });
  const file = readStageFile(DATA_DIR);
  if (file === undefined) throw new Error(`The local stage did not start: ${local.output}`);
  const onTable = await actionsOn({
    STAGE: 'local',
    TABLE_NAME: file.tableName,
    DYNAMODB_ENDPOINT: file.dynamodbEndpoint,
  });
  return {
    baseUrl: file.baseUrl,
    operator: (...args) => jsonOf([operatorProgram, ...args, '--json'], { DATA_DIR }),
    onTable,
    differs: () => false,
    close: async () => {
      local.process.kill('SIGTERM');
      await local.exitCode;
    },
  };
}

const awsEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')));

async function deployedStage(name: string, baseUrl: string): Promise<StageUnderTest> {
  const onTable = await actionsOn({ STAGE: name, TABLE_NAME: resourceName({ name }) });
  return {
    baseUrl,
    operator: (...args) => jsonOf([operatorProgram, '--stage', name, ...args, '--json'], awsEnvironment()),
    onTable,
    differs: (difference) => process.env.CONTRACT_ON_EMULATOR === 'yes' && difference in differences,
    close: async () => {},
  };
}

/** Uses the deployed stage that `CONTRACT_STAGE` and `CONTRACT_BASE_URL` name, or starts a local stage if they are unset. */
export function openStage(): Promise<StageUnderTest> {
  const { CONTRACT_STAGE: name, CONTRACT_BASE_URL: baseUrl } = process.env;
  if (name === undefined || baseUrl === undefined) return newLocalStage();
  return deployedStage(name, baseUrl);
}

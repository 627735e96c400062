// Where the service runs that the suite is held against: a local stage of its own, or a deployed one that is named.
import { freePort } from '#infra/local/engine.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { resourceName } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { jsonOf } from '#test/support/programs.ts';
import { type Difference, differences } from './differences.ts';

export interface StageUnderTest {
  /** With the version: `http://localhost:3000/v1`. */
  readonly baseUrl: string;
  /** Runs the operator's command line on it, and answers its JSON document. */
  operator(...args: readonly string[]): Promise<Json>;
  /** Does on its table what no endpoint does: see behind.ts. */
  behind(work: string, given: object): Promise<Json>;
  /** Whether it runs on what differs from AWS in this. */
  differs(difference: Difference): boolean;
  close(): Promise<void>;
}

const operatorProgram = 'infra/operator.ts';
const behindProgram = 'test/contract/behind.ts';

async function ownLocalStage(): Promise<StageUnderTest> {
  const DATA_DIR = newDataDirectory();
  const local = await startLocalStage({ PORT: String(await freePort()), DATA_DIR });
  const file = readStageFile(DATA_DIR);
  if (file === undefined) throw new Error(`The local stage did not start: ${local.output}`);
  const table = { STAGE: 'local', TABLE_NAME: file.tableName, DYNAMODB_ENDPOINT: file.dynamodbEndpoint };
  return {
    baseUrl: file.baseUrl,
    operator: (...args) => jsonOf([operatorProgram, ...args, '--json'], { DATA_DIR }),
    behind: (work, given) => jsonOf([behindProgram, work, JSON.stringify(given)], table),
    differs: () => false,
    close: async () => {
      local.process.kill('SIGTERM');
      await local.exitCode;
    },
  };
}

/** Which AWS, and as whom, the environment says, as for every tool of AWS. */
const ofAws = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_')));

function deployedStage(name: string, baseUrl: string): StageUnderTest {
  const table = { ...ofAws(), STAGE: name, TABLE_NAME: resourceName({ name }) };
  return {
    baseUrl,
    operator: (...args) => jsonOf([operatorProgram, '--stage', name, ...args, '--json'], ofAws()),
    behind: (work, given) => jsonOf([behindProgram, work, JSON.stringify(given)], table),
    differs: (difference) => process.env.CONTRACT_ON_EMULATOR === 'yes' && difference in differences,
    close: async () => {},
  };
}

/** `CONTRACT_STAGE` and `CONTRACT_BASE_URL` name a deployed stage; without them a local one is started. */
export function openStage(): Promise<StageUnderTest> {
  const { CONTRACT_STAGE: name, CONTRACT_BASE_URL: baseUrl } = process.env;
  if (name === undefined || baseUrl === undefined) return ownLocalStage();
  return Promise.resolve(deployedStage(name, baseUrl));
}

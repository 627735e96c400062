import { isReachable } from '#infra/local/engine.ts';
import { isRunning } from '#infra/local/processes.ts';
import { parseSettings } from '#infra/local/settings.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { parseStage, requireAccount, StageError, TermsError, tableNameOf } from '#infra/stage.ts';
import type { KeyStore } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import type { Domains } from './command.ts';

interface StageEnvironment {
  readonly STAGE: string;
  readonly TABLE_NAME: string;
  readonly DYNAMODB_ENDPOINT: string | undefined;
  readonly SIGNING_KEYS_FILE: string | undefined;
  readonly CLICK_RETENTION_DAYS: string | undefined;
  readonly AWS_REGION: string | undefined;
}

/** The account of a stage that pins it. */
interface Connection extends StageEnvironment {
  readonly account: string | undefined;
  readonly isReadOnly: boolean;
}

function localStage(): Connection & { readonly DYNAMODB_ENDPOINT: string } {
  const { dataDirectory } = parseSettings({ DATA_DIR: process.env.DATA_DIR });
  const stage = readStageFile(dataDirectory);
  if (stage === undefined || !isRunning(stage.pid)) {
    throw new OperatorError(
      'unavailable',
      `No local stage is running in ${dataDirectory}: start one with npm start, set DATA_DIR to the data directory of another one, ` +
        'or choose a deployed stage with --stage <name>',
    );
  }
  return {
    STAGE: 'local',
    TABLE_NAME: stage.tableName,
    DYNAMODB_ENDPOINT: stage.dynamodbEndpoint,
    SIGNING_KEYS_FILE: stage.signingKeysFile,
    CLICK_RETENTION_DAYS: undefined,
    AWS_REGION: process.env.AWS_REGION,
    account: undefined,
    isReadOnly: false,
  };
}

/** A local stage that restarts gets another address, and the domain modules read it only once. */
export async function requireReachable(stage: string | undefined): Promise<void> {
  if (stage !== undefined || (await isReachable(localStage().DYNAMODB_ENDPOINT))) return;
  throw new OperatorError(
    'unavailable',
    'The local stage does not answer, because it is starting or stopping',
  );
}

/** The region of the stage replaces that of the shell. */
function deployedStage(input: string): Connection {
  try {
    const stage = parseStage(input);
    requireAccount(stage);
    const { account, region } = stage;
    return {
      account,
      isReadOnly: stage.readOnly === true,
      AWS_REGION: region ?? process.env.AWS_REGION,
      STAGE: stage.name,
      TABLE_NAME: tableNameOf(stage),
      DYNAMODB_ENDPOINT: undefined,
      SIGNING_KEYS_FILE: undefined,
      CLICK_RETENTION_DAYS: String(stage.clickRetentionDays),
    };
  } catch (error) {
    if (error instanceof TermsError) throw new OperatorError('invalid', error.message);
    if (!(error instanceof StageError)) throw error;
    throw new OperatorError(
      'invalid',
      `--stage must be the name of a deployed stage, not "${input}"; omit it to use the local stage`,
    );
  }
}

async function keyStoreOf({ STAGE, SIGNING_KEYS_FILE: file }: StageEnvironment): Promise<KeyStore> {
  if (file !== undefined) return (await import('#infra/local/signing-keys-file.ts')).fileKeyStore(file);
  return (await import('./signing-keys-secret.ts')).deployedKeyStore(STAGE);
}

async function restoreTableOf({ STAGE, TABLE_NAME }: StageEnvironment, at: Date): Promise<string> {
  if (STAGE === 'local')
    throw new OperatorError(
      'invalid',
      'A local stage has no point-in-time recovery: pass --from-table, or choose a deployed stage with --stage <name>',
    );
  const [{ connectAccount }, { restoreTable }] = await Promise.all([
    import('./account.ts'),
    import('./restored-table.ts'),
  ]);
  const client = await connectAccount();
  // stdout has the result.
  const report = (line: string) => process.stderr.write(`${line}\n`);
  return restoreTable({ client, liveTable: TABLE_NAME, at, report });
}

async function connectStage(
  { STAGE, TABLE_NAME }: StageEnvironment,
  account: string | undefined,
): Promise<void> {
  const { connectAccount, requireAccountOf } = await import('./account.ts');
  const client = await connectAccount();
  if (account !== undefined) await requireAccountOf(client, { stage: STAGE, account, tableName: TABLE_NAME });
}

/** Sets the environment first, because the domain modules read it only once, on import. */
export async function connect(stage: string | undefined): Promise<Domains> {
  const { account, isReadOnly, ...environment } = stage === undefined ? localStage() : deployedStage(stage);
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  if (stage !== undefined) await connectStage(environment, account);
  return {
    ...(await import('./stores.ts')),
    keyStore: () => keyStoreOf(environment),
    restoreTable: (at) => restoreTableOf(environment, at),
    stage: { isLocal: stage === undefined, isReadOnly },
  };
}

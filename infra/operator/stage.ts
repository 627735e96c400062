// Which table and keys the commands work on: those of the stage running here, or of a deployed one.
import { isRunning } from '#infra/local/processes.ts';
import { parseSettings } from '#infra/local/settings.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { parseStage, StageError, TermsError, tableNameOf } from '#infra/stage.ts';
import type { KeyStore } from '#lib/auth/store/rotate-signing-keys.ts';
import { DomainError } from '#lib/shared/errors.ts';
import type { Domains } from './command.ts';

/** What the domains read from the environment; undefined: must not be set there. */
interface Variables {
  readonly STAGE: string;
  readonly TABLE_NAME: string;
  readonly DYNAMODB_ENDPOINT: string | undefined;
  readonly SIGNING_KEYS_FILE: string | undefined;
  readonly CLICK_RETENTION_DAYS: string | undefined;
}

function localStage(): Variables {
  const { dataDirectory } = parseSettings({ DATA_DIR: process.env.DATA_DIR });
  const stage = readStageFile(dataDirectory);
  if (stage === undefined || !isRunning(stage.pid)) {
    const where = process.env.DATA_DIR || '.local';
    throw new DomainError(
      'unavailable',
      `No local stage is running (${where}): start one with npm start, or name a deployed stage with --stage NAME`,
    );
  }
  return {
    STAGE: 'local',
    TABLE_NAME: stage.tableName,
    DYNAMODB_ENDPOINT: stage.dynamodbEndpoint,
    SIGNING_KEYS_FILE: stage.signingKeysFile,
    CLICK_RETENTION_DAYS: undefined,
  };
}

/** Where DynamoDB is, and as whom, the SDK finds as it always does: AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL … */
function deployedStage(input: string): Variables {
  try {
    const stage = parseStage(input);
    return {
      STAGE: stage.name,
      TABLE_NAME: tableNameOf(stage),
      DYNAMODB_ENDPOINT: undefined,
      SIGNING_KEYS_FILE: undefined,
      CLICK_RETENTION_DAYS: String(stage.clickRetentionDays),
    };
  } catch (error) {
    if (error instanceof TermsError) throw new DomainError('invalid', error.message);
    if (!(error instanceof StageError)) throw error;
    throw new DomainError(
      'invalid',
      `--stage must be the name of a deployed stage, not "${input}" (left out: the one running here)`,
    );
  }
}

/** The file of the stage running here, or the secret of the deployed one; their code is loaded for these commands only. */
async function keyStoreOf({ STAGE, SIGNING_KEYS_FILE: file }: Variables): Promise<KeyStore> {
  if (file !== undefined) return (await import('#infra/local/signing-keys-file.ts')).fileKeyStore(file);
  return (await import('./signing-keys-secret.ts')).deployedKeyStore(STAGE);
}

/** Points this process at the stage, then loads the domains: they read the environment once, when they are loaded. */
export async function connect(stage: string | undefined): Promise<Domains> {
  const variables = stage === undefined ? localStage() : deployedStage(stage);
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const [{ getBrand }, brands, users, keys, clicks, repair, audit, payouts, { now }] = await Promise.all([
    import('#lib/brands/store/lookup.ts'),
    import('#lib/brands/store/brands.ts'),
    import('#lib/brands/store/users.ts'),
    import('#lib/auth/store/rotate-signing-keys.ts'),
    import('#lib/tracking/store/replay.ts'),
    import('#lib/click-statistics/store/repair.ts'),
    import('#lib/audit/store/audit.ts'),
    import('#lib/payouts/store/operate.ts'),
    import('#lib/shared/clock.ts'),
  ]);
  const keyStore = () => keyStoreOf(variables);
  return { getBrand, brands, users, keys, clicks, repair, audit, payouts, keyStore, now };
}

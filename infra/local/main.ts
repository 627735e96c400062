// Starts the local stage: `npm start`. Sets the environment first, because lib/ reads it at import.
import { randomBytes } from 'node:crypto';
import { currentCommit } from '#infra/commit.ts';
import { queueVariables } from '#lib/foundation/shared/queues.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { demoAccounts, demoPassword } from './demo/accounts.ts';
import { freePort } from './engine.ts';
import { StageFailure } from './failure.ts';
import { storedSecret } from './files.ts';
import { baseUrlAt, filesIn, type Ports, parseSettings, type Settings, tableName } from './settings.ts';

async function start(): Promise<void> {
  const settings = parseSettings(process.env);
  prepareDataDirectory(settings.dataDirectory);
  const ports = { engine: await freePort(), queues: await freePort() };
  setEnvironment(settings, ports);
  const { startStage } = await import('./stage.ts');
  await startStage(settings, ports);
}

function setEnvironment(settings: Settings, { engine, queues }: Ports): void {
  const files = filesIn(settings.dataDirectory);
  const queueAddress = `http://127.0.0.1:${queues}`;
  Object.assign(process.env, {
    STAGE: 'local',
    COMMIT: currentCommit() ?? 'unknown',
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: settings.dynamodbEndpoint ?? `http://127.0.0.1:${engine}`,
    SIGNING_KEYS_FILE: files.signingKeys,
    PAYMENT_KEY_FILE: files.paymentKey,
    DEAD_LETTERS_FILE: files.deadLetters,
    EXPORTS_DIRECTORY: files.exports,
    EXPORTS_URL: `http://localhost:${settings.port}/files`,
    EXPORTS_SECRET: randomBytes(32).toString('base64url'),
    EMAIL_DIRECTORY: files.emails,
    ...Object.fromEntries(
      Object.entries(queueVariables).map(([name, variable]) => [variable, `${queueAddress}/local/${name}`]),
    ),
    AWS_ENDPOINT_URL_SQS: queueAddress,
    // The queues need no account, but the protocol requires a region and a signature.
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    API_URL: baseUrlAt(settings.port),
    LINK_DOMAINS: JSON.stringify(settings.linkDomains),
    PAGES_SECRET: storedSecret(files.pagesSecret),
    DEMO_ACCOUNTS: JSON.stringify({
      password: demoPassword,
      accounts: demoAccounts.map(([plan, admin, member, access]) => ({ plan, admin, member, access })),
    }),
    VALIDATE_ANSWERS: 'on',
    LOG_LEVEL: process.env.LOG_LEVEL || 'WARN',
    METRICS: 'off',
    // The engine shares the machine with the demo data and the compiler. A first click then waits, because an error would lose it.
    LINK_TABLE_MILLISECONDS: process.env.LINK_TABLE_MILLISECONDS || '10000',
    // As on a deployed stage, so that a client meets its limit before it is released. Benchmarks turn it off.
    REQUEST_LIMITS: process.env.REQUEST_LIMITS || 'on',
  });
}

try {
  await start();
} catch (error) {
  const text = error instanceof StageFailure ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

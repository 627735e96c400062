// Starts the local stage: `npm start`. Sets the environment first, because lib/ reads it at import.
import { randomBytes } from 'node:crypto';
import { freePort } from './engine.ts';
import { StageFailure } from './failure.ts';
import {
  baseUrlAt,
  filesIn,
  makeDataDirectory,
  parseSettings,
  type Settings,
  tableName,
} from './settings.ts';

async function start(): Promise<void> {
  const settings = parseSettings(process.env);
  makeDataDirectory(settings);
  const enginePort = await freePort();
  setEnvironment(settings, settings.dynamodbEndpoint ?? `http://127.0.0.1:${enginePort}`);
  const { startStage } = await import('./stage.ts');
  await startStage(settings, enginePort);
}

function setEnvironment(settings: Settings, dynamodbEndpoint: string): void {
  const files = filesIn(settings.dataDirectory);
  Object.assign(process.env, {
    STAGE: 'local',
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: dynamodbEndpoint,
    SIGNING_KEYS_FILE: files.signingKeys,
    DEAD_LETTERS_FILE: files.deadLetters,
    EXPORTS_DIRECTORY: files.exports,
    EXPORTS_URL: `http://localhost:${settings.port}/files`,
    EXPORTS_SECRET: randomBytes(32).toString('base64url'),
    EMAIL_DIRECTORY: files.emails,
    API_URL: baseUrlAt(settings.port),
    VALIDATE_ANSWERS: 'on',
    LOG_LEVEL: process.env.LOG_LEVEL || 'WARN',
    METRICS: 'off',
  });
}

try {
  await start();
} catch (error) {
  const text = error instanceof StageFailure ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

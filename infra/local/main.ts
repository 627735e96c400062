// `npm start`: the whole service on this machine. The environment is set first: lib reads it when it is loaded.
import { freePort } from './engine.ts';
import { StageFailure } from './failure.ts';
import { filesIn, makeDataDirectory, parseSettings, type Settings, tableName } from './settings.ts';

async function start(): Promise<void> {
  const settings = parseSettings(process.env);
  makeDataDirectory(settings);
  const enginePort = await freePort();
  setEnvironment(settings, settings.dynamodbEndpoint ?? `http://127.0.0.1:${enginePort}`);
  const { startStage } = await import('./stage.ts');
  await startStage(settings, enginePort);
}

function setEnvironment({ dataDirectory }: Settings, dynamodbEndpoint: string): void {
  Object.assign(process.env, {
    STAGE: 'local',
    TABLE_NAME: tableName,
    DYNAMODB_ENDPOINT: dynamodbEndpoint,
    SIGNING_KEYS_FILE: filesIn(dataDirectory).signingKeys,
    VALIDATE_ANSWERS: 'on',
    // The terminal stays readable; POWERTOOLS_LOG_LEVEL=INFO shows a line for each request.
    POWERTOOLS_LOG_LEVEL: process.env.POWERTOOLS_LOG_LEVEL ?? 'WARN',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
}

try {
  await start();
} catch (error) {
  const text = error instanceof StageFailure ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

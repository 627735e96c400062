// Receives the messages that start the workers of webhook endpoints, so that tests decide when the workers run.
import { openSqsServer, type QueuedMessage } from '#infra/local/sqs-server.ts';

let messages: QueuedMessage[] = [];

/** Sets the variables that lead the service to this queue. Each worker of the test runner has one queue. */
export async function openWakeQueue(): Promise<void> {
  const server = await openSqsServer(0, (message) => messages.push(message), { keepsProcess: false });
  Object.assign(process.env, {
    WEBHOOK_QUEUE: `${server.address}/webhooks`,
    AWS_ENDPOINT_URL_SQS: server.address,
    AWS_REGION: process.env.AWS_REGION ?? 'local',
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? 'local',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? 'local',
  });
}

/** Returns the messages since the last call, the oldest first. */
export function takeWakes(): readonly QueuedMessage[] {
  const taken = messages;
  messages = [];
  return taken;
}

// Receives the messages of the queues, so that tests decide when the functions behind them run.
import { openSqsServer, type QueuedMessage } from '#infra/local/sqs-server.ts';

let messages: QueuedMessage[] = [];

/** Sets the variables that lead the service to these queues. Each worker of the test runner has its own. */
export async function openWakeQueue(): Promise<void> {
  const server = await openSqsServer(0, (message) => messages.push(message), { keepsProcess: false });
  Object.assign(process.env, {
    WEBHOOK_QUEUE: `${server.address}/webhooks`,
    CLICK_QUEUE: `${server.address}/clicks`,
    AWS_ENDPOINT_URL_SQS: server.address,
    AWS_REGION: process.env.AWS_REGION ?? 'local',
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? 'local',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? 'local',
  });
}

/** Drops the messages of an earlier test file, whose table no longer exists. */
export function emptyQueues(): void {
  messages = [];
}

/** Returns the messages of a queue since the last call, the oldest first. */
export function takeMessages(queue: 'webhooks' | 'clicks'): readonly QueuedMessage[] {
  const taken = messages.filter((message) => message.queue === queue);
  messages = messages.filter((message) => message.queue !== queue);
  return taken;
}

/** The messages that start the workers of webhook endpoints. */
export const takeWakes = (): readonly QueuedMessage[] => takeMessages('webhooks');

// Receives the messages of the queues, so that tests decide when the functions behind them run.
import { openSqsServer, type QueuedMessage } from '#infra/local/sqs-server.ts';
import { type QueueName, queueVariables } from '#lib/foundation/shared/queues.ts';

interface Queues {
  messages: QueuedMessage[];
  /** Whether SQS refuses messages. */
  areAway: boolean;
}

const name = Symbol.for('queues of the test worker');
const shared = globalThis as { [name]?: Queues };
/** Global, because a test that resets the modules must still find the messages. */
const queues: Queues = shared[name] ?? { messages: [], areAway: false };
shared[name] = queues;

/** Sets the variables that lead the service to these queues. Each worker of the test runner has its own. */
export async function openWakeQueue(): Promise<void> {
  const receive = (message: QueuedMessage): void => {
    if (queues.areAway) throw new Error('The queues are away');
    queues.messages.push(message);
  };
  const server = await openSqsServer(0, receive, { keepsProcess: false });
  Object.assign(process.env, {
    ...Object.fromEntries(
      Object.entries(queueVariables).map(([name, variable]) => [variable, `${server.address}/${name}`]),
    ),
    AWS_ENDPOINT_URL_SQS: server.address,
    AWS_REGION: process.env.AWS_REGION ?? 'local',
    AWS_ACCESS_KEY_ID: process.env.AWS_ACCESS_KEY_ID ?? 'local',
    AWS_SECRET_ACCESS_KEY: process.env.AWS_SECRET_ACCESS_KEY ?? 'local',
  });
}

/** Drops the messages of an earlier test file, whose table no longer exists. */
export function emptyQueues(): void {
  queues.messages = [];
}

export const refuseMessages = (): void => {
  queues.areAway = true;
};

export const acceptMessages = (): void => {
  queues.areAway = false;
};

/** Returns the messages of a queue since the last call, the oldest first. */
export function takeMessages(queue: QueueName | 'letters'): readonly QueuedMessage[] {
  const taken = queues.messages.filter((message) => message.queue === queue);
  queues.messages = queues.messages.filter((message) => message.queue !== queue);
  return taken;
}

/** Makes messages visible again, as SQS does after a failure of their worker. */
export function returnMessages(returned: readonly QueuedMessage[]): void {
  queues.messages = [...returned, ...queues.messages];
}

/** The messages that start the workers of webhook endpoints. */
export const takeWakes = (): readonly QueuedMessage[] => takeMessages('webhooks');

// Replaces the queues of SQS on a local stage. The messages are in memory.
import { logger } from '#lib/shared/logger.ts';
import { loadFunction } from './handlers.ts';
import { openSqsServer, type QueuedMessage } from './sqs-server.ts';

export interface Queues {
  stop(): Promise<void>;
}

type Deliver = (event: { readonly Records: readonly { readonly body: string }[] }) => Promise<void>;

interface Consumer {
  readonly deliver: Deliver;
  readonly maxAttempts: number;
}

interface Options {
  /** Messages that an earlier process has lost. */
  readonly messages?: readonly QueuedMessage[];
  readonly consumers?: Readonly<Record<string, Consumer>>;
}

const repeatSeconds = 5;
/** A message of clicks is repeated for a day, as on a deployed stage. */
const attemptsOfADay = 86_400 / repeatSeconds;

const loadConsumers = async (): Promise<Readonly<Record<string, Consumer>>> => ({
  webhooks: { deliver: await loadFunction<Deliver>('queues/deliver-webhooks.ts'), maxAttempts: 5 },
  clicks: { deliver: await loadFunction<Deliver>('queues/store-clicks.ts'), maxAttempts: attemptsOfADay },
});

/** Delivers each message after its delay, and repeats one that fails. */
export async function startQueues(port: number, { messages = [], consumers }: Options = {}): Promise<Queues> {
  const known = consumers ?? (await loadConsumers());
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const run = async (message: QueuedMessage, attempt: number): Promise<void> => {
    const { queue, body } = message;
    const consumer = known[queue];
    try {
      if (consumer === undefined) throw new Error('The queue does not exist');
      await consumer.deliver({ Records: [{ body }] });
    } catch (error) {
      if (isStopping) return;
      const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      logger.warn('the delivery of a message failed', { queue, attempt, failure });
      if (attempt < (consumer?.maxAttempts ?? 1))
        schedule({ ...message, delaySeconds: repeatSeconds }, attempt + 1);
    }
  };
  const schedule = (message: QueuedMessage, attempt = 1): void => {
    if (isStopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void run(message, attempt);
    }, message.delaySeconds * 1000);
    timers.add(timer);
  };

  const server = await openSqsServer(port, (message) => schedule(message));
  for (const message of messages) schedule(message);
  return {
    /** Does not wait for workers, because a receiver may hang. A worker that ends here is like one that is killed. */
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      await server.close();
    },
  };
}

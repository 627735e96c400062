// Replaces the queue of webhooks on a local stage. The messages are in memory.
import { logger } from '#lib/shared/logger.ts';
import type { QueueEvent } from '#lib/webhooks/rules/wake.ts';
import { loadFunction } from './handlers.ts';
import { openSqsServer, type QueuedMessage } from './sqs-server.ts';

export interface WebhookQueue {
  stop(): Promise<void>;
}

type Deliver = (event: QueueEvent) => Promise<void>;

interface Options {
  /** Messages that an earlier process has lost. */
  readonly messages?: readonly QueuedMessage[];
  readonly deliver?: Deliver;
}

const repeatSeconds = 5;
const maxAttempts = 5;

const loadDeliver = (): Promise<Deliver> => loadFunction<Deliver>('queues/deliver-webhooks.ts');

/** Delivers each message after its delay, and repeats one that fails. */
export async function startWebhookQueue(
  port: number,
  { messages = [], deliver }: Options = {},
): Promise<WebhookQueue> {
  const handle = deliver ?? (await loadDeliver());
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const run = async (body: string, attempt: number): Promise<void> => {
    try {
      await handle({ Records: [{ body }] });
    } catch (error) {
      if (isStopping) return;
      const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      logger.warn('the delivery of webhooks failed', { attempt, failure });
      if (attempt < maxAttempts) schedule({ body, delaySeconds: repeatSeconds }, attempt + 1);
    }
  };
  const schedule = ({ body, delaySeconds }: QueuedMessage, attempt = 1): void => {
    if (isStopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void run(body, attempt);
    }, delaySeconds * 1000);
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

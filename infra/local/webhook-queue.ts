// Replaces the queue of webhooks on a local stage. The messages are in memory.
import { allSettledOrThrow } from '#lib/shared/concurrency.ts';
import { logger } from '#lib/shared/logger.ts';
import type { QueueEvent, Wake } from '#lib/webhooks/rules/wake.ts';
import { loadFunction } from './handlers.ts';
import { openSqsServer, type QueuedMessage } from './sqs-server.ts';

export interface WebhookQueue {
  stop(): Promise<void>;
}

type Deliver = (event: QueueEvent) => Promise<void>;

const repeatSeconds = 5;
const maxAttempts = 5;

const eventOf = (body: string): QueueEvent => ({ Records: [{ body }] });

/** Delivers each message after its delay, and repeats one that fails. `wakes` replaces the messages of an earlier process. */
export async function startWebhookQueue(port: number, wakes: readonly Wake[]): Promise<WebhookQueue> {
  const deliver = await loadFunction<Deliver>('queues/deliver-webhooks.ts');
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isStopping = false;

  const run = async (body: string, attempt: number): Promise<void> => {
    try {
      await deliver(eventOf(body));
    } catch (error) {
      const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      logger.warn('the delivery of webhooks failed', { attempt, failure });
      if (attempt < maxAttempts) schedule({ body, delaySeconds: repeatSeconds }, attempt + 1);
    }
  };
  const schedule = ({ body, delaySeconds }: QueuedMessage, attempt = 1): void => {
    if (isStopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const work = run(body, attempt).finally(() => running.delete(work));
      running.add(work);
    }, delaySeconds * 1000);
    timers.add(timer);
  };

  const server = await openSqsServer(port, (message) => schedule(message));
  for (const wake of wakes) schedule({ body: JSON.stringify(wake), delaySeconds: 0 });
  return {
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      await allSettledOrThrow([...running]);
      await server.close();
    },
  };
}

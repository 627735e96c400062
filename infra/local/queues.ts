// Replaces the queues of SQS on a local stage.
import { type QueueFunction, queueFunctions } from '#infra/constructs/queue-sources.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';
import { loadFunction } from './handlers.ts';
import type { MessageFiles, StoredMessage } from './message-files.ts';
import { openSqsServer } from './sqs-server.ts';
import { createTurns, type Turns } from './turns.ts';

export interface Queues {
  stop(): Promise<void>;
}

type Deliver = (event: QueueEvent) => Promise<void>;

interface Consumer {
  readonly deliver: Deliver;
  readonly maxConcurrency: number;
  readonly maxAttempts: number;
}

interface Options {
  readonly files: MessageFiles;
  readonly consumers?: Readonly<Record<string, Consumer>>;
}

const repeatSeconds = 5;

/** A message is repeated for as long as on a deployed stage. */
async function loadConsumer({ file, queue, maxConcurrency, retry }: QueueFunction) {
  const maxAttempts = Math.ceil((retry.seconds * retry.deliveries) / repeatSeconds);
  return [queue, { deliver: await loadFunction<Deliver>(file), maxConcurrency, maxAttempts }] as const;
}

const loadConsumers = async (): Promise<Readonly<Record<string, Consumer>>> =>
  Object.fromEntries(await Promise.all(Object.values<QueueFunction>(queueFunctions).map(loadConsumer)));

interface Attempt {
  /** The name of the message's file. */
  readonly name: string;
  readonly message: StoredMessage;
  readonly number: number;
}

interface Line {
  readonly turns: Turns<Attempt>;
  running: number;
}

/** Delivers each message after its delay, and repeats one that fails. The brands of a queue take turns. */
export async function startQueues(port: number, { files, consumers }: Options): Promise<Queues> {
  const known = consumers ?? (await loadConsumers());
  const lines = new Map<string, Line>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const lineOf = (queue: string): Line => {
    const line = lines.get(queue) ?? { turns: createTurns<Attempt>(), running: 0 };
    lines.set(queue, line);
    return line;
  };
  const deliver = async ({ name, message, number }: Attempt): Promise<void> => {
    const { queue, body } = message;
    const consumer = known[queue];
    try {
      if (consumer === undefined) throw new Error('The queue does not exist');
      await consumer.deliver({ Records: [{ body }] });
      files.remove(name);
    } catch (error) {
      if (isStopping) return;
      const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      logger.warn('the delivery of a message failed', { queue, attempt: number, failure });
      // The file of a message that is not repeated stays, so the next start of the stage delivers it again.
      if (number < (consumer?.maxAttempts ?? 1))
        schedule({ name, message, number: number + 1 }, repeatSeconds * 1000);
    }
  };
  const fill = (queue: string): void => {
    const line = lineOf(queue);
    while (!isStopping && line.running < (known[queue]?.maxConcurrency ?? 1)) {
      const attempt = line.turns.next();
      if (attempt === undefined) return;
      line.running += 1;
      void deliver(attempt).finally(() => {
        line.running -= 1;
        fill(queue);
      });
    }
  };
  const schedule = (attempt: Attempt, milliseconds: number): void => {
    if (isStopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const { queue, group = attempt.name } = attempt.message;
      lineOf(queue).turns.add(group, attempt);
      fill(queue);
    }, milliseconds);
    timers.add(timer);
  };
  const scheduleFirst = (name: string, message: StoredMessage): void =>
    schedule({ name, message, number: 1 }, Math.max(0, message.dueAt - Date.now()));

  const { close } = await openSqsServer(port, ({ delaySeconds, ...sent }) => {
    const message = { ...sent, dueAt: Date.now() + delaySeconds * 1000 };
    scheduleFirst(files.save(message), message);
  });
  for (const [name, message] of files.load()) scheduleFirst(name, message);
  return {
    /** Does not wait for workers, because a receiver may hang. A worker that ends here is like one that is killed. */
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      await close();
    },
  };
}

// Sends work to the queues of the background functions, and takes its steps. docs/decisions/0128
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { type QueueName, queueVariables, type WorkItem } from '#lib/foundation/shared/queues.ts';
import { timeLimit, workMilliseconds } from '#lib/foundation/shared/time-limit.ts';
import type { Change } from './changes.ts';
import { send } from './send.ts';

interface Message {
  readonly brandId: string;
  readonly body: object;
  readonly delaySeconds?: number;
}

/** SQS delivers the messages of a brand with many of them after those of the other brands. */
export async function sendToQueue(
  name: QueueName,
  { brandId: group, body, delaySeconds = 0 }: Message,
): Promise<void> {
  const queue = environment[queueVariables[name]];
  if (queue === undefined) throw new Error(`Set ${queueVariables[name]} to the URL of the queue`);
  // A message that arrives twice is harmless: its second worker finds nothing to do.
  await send({ queue, group, body: JSON.stringify(body), delaySeconds });
}

const sendWork = (name: QueueName, { brandId, id }: WorkItem, delaySeconds = 0): Promise<void> =>
  sendToQueue(name, { brandId, body: { brandId, id }, delaySeconds });

const concurrency = 10;

/** Sends one message for each item. */
export function dispatch(name: QueueName, items: readonly WorkItem[], delaySeconds = 0): Promise<void> {
  const distinct = new Map(items.map((item) => [item.id, item]));
  return forEachConcurrently(distinct.values(), concurrency, (item) => sendWork(name, item, delaySeconds));
}

/** Returns the changed items of a type for which `begins` is true. Throws for an item that cannot be named. */
export const begunItems = (
  changes: readonly Change[],
  type: string,
  begins: (change: Change) => boolean,
): readonly WorkItem[] =>
  changes
    .filter((change) => change.after?.type === type && begins(change))
    .map(({ after: { brandId, id } = {} }) => {
      if (typeof brandId === 'string' && typeof id === 'string') return { brandId, id };
      throw new Error(`An item of the type ${type} must have \`brandId\` and \`id\``);
    });

/** A worker whose step another worker has taken looks again after this time. */
const waitSeconds = 5;

interface Work<Item> {
  readonly queue: QueueName;
  readonly item: WorkItem;
  readonly read: () => Promise<Item | undefined>;
  readonly hasWork: (current: Item) => boolean;
  /** Returns undefined if another worker has changed the item. */
  readonly step: (current: Item) => Promise<Item | undefined>;
}

/**
 * Takes at least one step, and stops after its time. An item with work always has a message in its queue: a worker that stops sends
 * the next message before SQS deletes its own.
 */
export async function work<Item>({ queue, item, read, hasWork, step }: Work<Item>): Promise<void> {
  const isOver = timeLimit(workMilliseconds);
  let current = await read();
  while (current !== undefined && hasWork(current)) {
    current = await step(current);
    if (current === undefined) return sendWork(queue, item, waitSeconds);
    if (hasWork(current) && isOver()) return sendWork(queue, item);
  }
}

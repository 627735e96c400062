// Counts the requests of a brand and of its callers in the table, together with the authentication of a request. The cost that is not known before the
// response is added together with the next request of the process.
import { type Window, windowSeconds } from '#lib/access/request-limits/rules/window.ts';
import { addSeconds, epochSeconds } from '#lib/foundation/shared/dates.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { withTimeLimit } from '#lib/foundation/shared/time-limit.ts';
import { getItem, updateItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { timeToLive } from '#lib/foundation/table/keys/keys.ts';
import { requestKeys } from '#lib/foundation/table/keys/request-keys.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';

/** Authentication usually needs more time. A slower count is ignored. */
const limitMilliseconds = 200;

/** A process serves few brands within a minute, except on a local machine. */
const maxUnsent = 1000;

/** By counter: `brandCounter`, and one for each caller (`counterOf`). */
type Costs = ReadonlyMap<string, number>;

interface Unsent {
  readonly minute: number;
  readonly costs: Map<string, number>;
}

const unsent = new Map<string, Unsent>();

export const brandCounter = 'count';

/** Short, so that the counters of many callers fit into one write unit. */
const idLength = 10;

/** The attribute that counts the requests of an API key or a user. */
export const counterOf = (callerId: string): string => `by${callerId.slice(-idLength)}`;

const nameOf = ({ brandId, mode }: Window): string => `${brandId} ${mode}`;

function unsentOf(window: Window): Unsent {
  const name = nameOf(window);
  const known = unsent.get(name);
  if (known?.minute === window.minute) return known;
  if (unsent.size >= maxUnsent) unsent.clear();
  const created = { minute: window.minute, costs: new Map<string, number>() };
  unsent.set(name, created);
  return created;
}

export function countRequest(window: Window, counter: string, cost: number): void {
  const { costs } = unsentOf(window);
  costs.set(counter, (costs.get(counter) ?? 0) + cost);
}

function takeUnsent(window: Window): Costs {
  const { costs } = unsentOf(window);
  unsent.delete(nameOf(window));
  return costs;
}

async function addToCounts(window: Window, costs: Costs, now: Date): Promise<Item> {
  // A credential that was never issued has no cost, so it does not become an attribute.
  const added = [...costs].filter(([counter, cost]) => counter === brandCounter || cost !== 0);
  const expiresAt = epochSeconds(addSeconds(now, 2 * windowSeconds));
  const { Attributes } = await updateItem({
    Key: { ...requestKeys.requestCount(window) },
    ...toUpdateInput({ set: { [timeToLive]: expiresAt }, add: Object.fromEntries(added) }),
    ReturnValues: 'ALL_NEW',
  });
  return Attributes ?? {};
}

/** Numbers of requests: those of the brand, and those of the caller, which include requests that it may not send. */
export interface Counts {
  readonly brand: number;
  readonly caller: number;
}

/**
 * Adds the expected costs, which `countRequest` then corrects. Returns the numbers of requests in the window before this one. Undefined if
 * they cannot be read: a brand must not wait for its limit, and is not limited while the table has a problem.
 */
export async function countedRequests(
  window: Window,
  callerId: string,
  expected: Counts,
  now: Date,
): Promise<Counts | undefined> {
  const counter = counterOf(callerId);
  const costs = new Map(takeUnsent(window));
  for (const [name, cost] of [
    [brandCounter, expected.brand],
    [counter, expected.caller],
  ] as const) {
    costs.set(name, (costs.get(name) ?? 0) + cost);
  }
  const hasCost = [...costs.values()].some((cost) => cost !== 0);
  const read: Promise<Item> = hasCost
    ? addToCounts(window, costs, now)
    : getItem(requestKeys.requestCount(window)).then((found) => ({ [brandCounter]: 0, ...found }));
  const count = read.then((found) => {
    countRequest(window, brandCounter, -expected.brand);
    countRequest(window, counter, -expected.caller);
    return {
      brand: Number(found[brandCounter]) - expected.brand,
      caller: Number(found[counter] ?? 0) - expected.caller,
    };
  });
  const counted = count.catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    logger.warn('requests of a brand not counted', { brandId: window.brandId, failure: { name, message } });
    return undefined;
  });
  return withTimeLimit<Counts | undefined>(limitMilliseconds, counted, () => undefined);
}

// Counts the requests of a brand in the table, together with the authentication of a request. The cost that is not known before the
// response is added together with the next request of the process.
import { type Window, windowSeconds } from '#lib/request-limits/rules/window.ts';
import { addSeconds, epochSeconds } from '#lib/shared/dates.ts';
import { logger } from '#lib/shared/logger.ts';
import { withTimeLimit } from '#lib/shared/time-limit.ts';
import { getItem, updateItem } from '#lib/table/client.ts';
import { timeToLive } from '#lib/table/keys/keys.ts';
import { requestKeys } from '#lib/table/keys/request-keys.ts';
import { toExpressionInput } from '#lib/table/writes/expression.ts';

/** Authentication usually needs more time. A slower count is ignored. Tests wait longer, because a busy machine may respond late. */
export const countLimits = { milliseconds: 200 };

/** A process serves few brands within a minute, except on a local machine. */
const maxUnsent = 1000;

const unsent = new Map<string, { readonly minute: number; cost: number }>();

const nameOf = ({ brandId, mode }: Window): string => `${brandId} ${mode}`;

export function countRequest(window: Window, cost: number): void {
  const name = nameOf(window);
  const known = unsent.get(name);
  if (known?.minute === window.minute) known.cost += cost;
  else {
    if (unsent.size >= maxUnsent) unsent.clear();
    unsent.set(name, { minute: window.minute, cost });
  }
}

function takeUnsent(window: Window): number {
  const name = nameOf(window);
  const known = unsent.get(name);
  unsent.delete(name);
  return known?.minute === window.minute ? known.cost : 0;
}

async function readCount(window: Window): Promise<number> {
  const found = await getItem(requestKeys.requestCount(window));
  return Number(found?.count ?? 0);
}

async function addToCount(window: Window, cost: number, now: Date): Promise<number> {
  const update = `ADD #count :cost SET #${timeToLive} = :expiresAt`;
  const values = { cost, expiresAt: epochSeconds(addSeconds(now, 2 * windowSeconds)) };
  const { Attributes } = await updateItem({
    Key: { ...requestKeys.requestCount(window) },
    UpdateExpression: update,
    ...toExpressionInput({ values }, update),
    ReturnValues: 'UPDATED_NEW',
  });
  return Number(Attributes?.count);
}

/**
 * Adds `expectedCost`, which `countRequest` then corrects. Returns the number of requests in the window before this one. Undefined if it
 * cannot be read: a brand must not wait for its limit, and is not limited while the table has a problem.
 */
export async function countedRequests(
  window: Window,
  expectedCost: number,
  now: Date,
): Promise<number | undefined> {
  const cost = takeUnsent(window) + expectedCost;
  const added = cost === 0 ? readCount(window) : addToCount(window, cost, now);
  const count = added.then((all) => {
    if (expectedCost > 0) countRequest(window, -expectedCost);
    return all - expectedCost;
  });
  const counted = count.catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    logger.warn('requests of a brand not counted', { brandId: window.brandId, failure: { name, message } });
    return undefined;
  });
  return withTimeLimit<number | undefined>(countLimits.milliseconds, counted, () => undefined);
}

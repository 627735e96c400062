// Takes the steps of reconciliations, in the worker of the messages of shops. docs/decisions/0174
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { now as realTime } from '#lib/foundation/shared/clock.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { work } from '#lib/foundation/streams/work.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { FileOrder } from '#lib/shops/comparisons/rules/file-order.ts';
import { ended, withoutFile } from '#lib/shops/comparisons/rules/reconciliation.ts';
import type { Reconciliation } from '#lib/shops/comparisons/schema/stored.ts';
import { addDifference, changeDifference, changeReconciliation } from '#lib/shops/comparisons/writes.ts';
import { applyNext } from './apply.ts';
import { compareNext } from './compare.ts';
import { findOrders } from './files.ts';
import { findReconciliation } from './reconciliations.ts';
import type { Run, Services } from './services.ts';

/** Stores the results together with the progress, so that each order is compared once, whichever worker dies. */
async function commit(
  before: Reconciliation,
  after: Reconciliation,
  writes: readonly Write[] = [],
): Promise<Reconciliation> {
  await transact([changeReconciliation(before, after), ...writes]);
  return { ...after, revision: before.revision + 1 };
}

async function takeStep(current: Reconciliation, run: Run): Promise<Reconciliation> {
  if (current.task === 'compare') {
    const { after, found } = await compareNext(current, run);
    return commit(current, after, found.map(addDifference));
  }
  const { after, changed } = await applyNext(current, run);
  const writes = changed.map(([one, other]) => changeDifference(one, other));
  return commit(current, after, writes);
}

/** Returns undefined if another worker or request has changed the reconciliation. */
async function step(take: () => Promise<Reconciliation>): Promise<Reconciliation | undefined> {
  try {
    return await take();
  } catch (error) {
    if (isStaleWrite(error)) return undefined;
    throw error;
  }
}

export async function continueReconciliation(item: WorkItem, services: Services): Promise<void> {
  let orders: readonly FileOrder[] | undefined;
  const take = async (current: Reconciliation): Promise<Reconciliation> => {
    const brand = await services.getBrand(current.brandId);
    const now = brandTime(brand, realTime());
    orders ??= await findOrders(current);
    if (orders === undefined) return commit(current, ended(current, withoutFile().message, now));
    const target = { brand, now, connectionId: current.connectionId };
    return takeStep(current, { orders, target, services });
  };
  await work<Reconciliation>({
    queue: 'shopMessages',
    item,
    read: () => findReconciliation(item.brandId, item.id),
    hasWork: ({ status }) => status === 'running',
    step: (current) => runAs(current.actor, () => step(() => take(current))),
  });
}

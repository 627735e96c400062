// Approves the due commissions of one brand, in batches.
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { timeLimit } from '#lib/foundation/shared/time-limit.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite, transactionLimit } from '#lib/foundation/table/writes/write.ts';
import { dueIdRanges, isDue } from '#lib/money/commissions/rules/due.ts';
import { commissionChangeEntries } from '#lib/money/commissions/rules/ledger-entries.ts';
import { approve, placeOnHold } from '#lib/money/commissions/rules/status.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { changeCommission } from '#lib/money/commissions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';
import type { Checkpoint } from './approval-checkpoints.ts';
import { updateCommission } from './commissions.ts';
import { settleNow } from './settle-months.ts';

/** One write each for the commission, its ledger entry, and the counter of its creator. */
const maxWritesPerCommission = 3;
const writesPerBatch = 1;
const maxBatchSize = Math.floor((transactionLimit - writesPerBatch) / maxWritesPerCommission);

type Decision = (before: Commission, at: Date) => Commission;

const approveAutomatically: Decision = (before, at) => approve(before, null, at);

async function decisionFor(due: readonly Commission[]): Promise<Decision> {
  const creators = await getItems(
    due.map(({ brandId, affiliateId }) => keys.item(brandId, 'affiliate', affiliateId)),
  );
  const banned = new Set(creators.flatMap((item) => (item?.status === 'banned' ? [item.id] : [])));
  return (before, at) =>
    banned.has(before.affiliateId)
      ? placeOnHold(before, 'creatorBanned', at)
      : approveAutomatically(before, at);
}

export async function approveIfDue(
  brandId: string,
  id: string,
  by: Date,
  at: Date,
  decide = approveAutomatically,
): Promise<boolean> {
  let isApproved = false;
  await updateCommission(brandId, id, at, (before) => {
    const after = isDue(before, by) ? decide(before, at) : before;
    isApproved = after.status !== before.status;
    return after;
  });
  return isApproved;
}

async function commitBatch(due: readonly Commission[], decide: Decision, at: Date): Promise<number> {
  const changes = due.map((before) => ({ before, after: decide(before, at) }));
  await transact([
    ...changes.map(({ before, after }) => changeCommission(before, after)),
    ...postEntries(changes.flatMap(({ before, after }) => commissionChangeEntries(before, after, at))),
  ]);
  return changes.filter(({ before, after }) => after.status !== before.status).length;
}

export interface Progress {
  readonly approved: number;
  readonly failed: number;
}

/** Uses one transaction, or one per commission if a commission was changed since the read or fails. Throws a 503 if the table is busy. */
async function approveBatch(due: readonly Commission[], by: Date, brand: Brand): Promise<Progress> {
  const at = brandTime(brand, now());
  const decide = await decisionFor(due);
  try {
    return { approved: await commitBatch(due, decide, at), failed: 0 };
  } catch (error) {
    if (!isStaleWrite(error) && !isCausedByInput(error)) throw error;
  }
  const progress = { approved: 0, failed: 0 };
  for (const { brandId, id } of due) {
    try {
      if (await approveIfDue(brandId, id, by, at, decide)) progress.approved += 1;
    } catch (error) {
      if (!isCausedByInput(error)) throw error;
      progress.failed += 1;
      logger.error('a commission could not be approved', { brandId, commissionId: id, failure: error });
    }
  }
  return progress;
}

/** Yields after each batch of commissions, so that the caller can stop in between. Counts an unreadable item as failed. */
export async function* approveDueOfBrand(
  brand: Brand,
  from: Date | undefined,
  until: Date,
): AsyncGenerator<Progress> {
  const pending = listQueryFor(brand.id, 'commission', { status: 'pending' });
  for (const range of dueIdRanges(brand, from, until)) {
    for await (const page of queryPages(pending, range)) {
      const parsed = page.map((item) => storedCommission.safeParse(item));
      const unreadable = parsed.filter(({ success }) => !success).length;
      if (unreadable > 0) {
        logger.error('commissions cannot be read', { brandId: brand.id, unreadable });
        yield { approved: 0, failed: unreadable };
      }
      const due = parsed.flatMap(({ data }) => (data !== undefined && isDue(data, until) ? [data] : []));
      for (let start = 0; start < due.length; start += maxBatchSize) {
        yield await approveBatch(due.slice(start, start + maxBatchSize), until, brand);
      }
    }
  }
}

/** A request approves for this long. The hourly run approves the rest. */
export const requestMilliseconds = 4000;

/** Approves the commissions of a test twin that are due by its clock, and settles the months that changed. */
export async function approveDueNow(brand: Brand, settled: Checkpoint | undefined) {
  const isOver = timeLimit(requestMilliseconds);
  const clock = () => brandTime(brand, now());
  let approvedCommissions = 0;
  for await (const { approved } of approveDueOfBrand(brand, undefined, clock())) {
    approvedCommissions += approved;
    if (isOver()) return { approvedCommissions, isComplete: false };
  }
  for await (const _ of settleNow(brand, settled, clock))
    if (isOver()) return { approvedCommissions, isComplete: false };
  return { approvedCommissions, isComplete: true };
}

// The commissions of one brand that approve themselves, some at a time.
import type { Brand } from '#lib/brands/schema.ts';
import { post } from '#lib/ledger/store.ts';
import { now } from '#lib/shared/clock.ts';
import { isUnavailable } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import { isChanged } from '#lib/table/changes.ts';
import { listSource } from '#lib/table/source.ts';
import { transact, transactionLimit } from '#lib/table/transaction.ts';
import { pagesOf } from '#lib/table/walk.ts';
import { isDue, spansDue } from './due.ts';
import { commissionEntry } from './entries.ts';
import { approved } from './rules.ts';
import { type Commission, storedCommission } from './schema.ts';
import { changeCommission, decide } from './store.ts';

/** Its own, its entry's, and its creator's count's; and of all together the brand's count's. */
const writesOfOne = 3;
const writesOfAll = 1;
/** So many fit into a transaction, whosever they are. */
const atOnce = Math.floor((transactionLimit - writesOfAll) / writesOfOne);

/** Approves a commission as it is now, if it still is due by then; false where it is not. */
export async function approveIfDue(brandId: string, id: string, by: Date, at: Date): Promise<boolean> {
  let isApproved = false;
  await decide(brandId, id, at, (before) => {
    isApproved = isDue(before, by);
    return isApproved ? approved(before, null, at) : before;
  });
  return isApproved;
}

/** All or none. */
function approveTogether(due: readonly Commission[]): Promise<void> {
  const at = now();
  const changes = due.map((before) => ({ before, after: approved(before, null, at) }));
  return transact([
    ...changes.map(({ before, after }) => changeCommission(before, after)),
    ...post(changes.map(({ before, after }) => commissionEntry(before, after, at))),
  ]);
}

/** What became of some commissions. */
export interface Progress {
  readonly approved: number;
  /** Could not be approved, each for a reason of its own. */
  readonly failed: number;
}

/** Together, or where one of them has changed, each as it is by now. A busy table is thrown: 503. */
async function approveSome(due: readonly Commission[], by: Date): Promise<Progress> {
  try {
    await approveTogether(due);
    return { approved: due.length, failed: 0 };
  } catch (error) {
    if (!isChanged(error)) throw error;
  }
  const progress = { approved: 0, failed: 0 };
  for (const { brandId, id } of due) {
    try {
      if (await approveIfDue(brandId, id, by, now())) progress.approved += 1;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      progress.failed += 1;
      logger.error('a commission could not be approved', { brandId, commissionId: id, failure: error });
    }
  }
  return progress;
}

/**
 * Approves what of a brand has become due from one time to another, the oldest first: a step for each transaction, so that
 * whoever takes the steps can stop between two. An item that is no commission counts as failed and holds up no other.
 */
export async function* approvalsDue(
  brand: Brand,
  from: Date | undefined,
  until: Date,
): AsyncGenerator<Progress> {
  const source = listSource(brand.id, 'commission', { status: 'pending' });
  for (const span of spansDue(brand, from, until)) {
    for await (const page of pagesOf(source, span)) {
      const parsed = page.map((item) => storedCommission.safeParse(item));
      const unreadable = parsed.filter(({ success }) => !success).length;
      if (unreadable > 0) {
        logger.error('commissions cannot be read', { brandId: brand.id, unreadable });
        yield { approved: 0, failed: unreadable };
      }
      const due = parsed.flatMap(({ data }) => (data !== undefined && isDue(data, until) ? [data] : []));
      for (let first = 0; first < due.length; first += atOnce) {
        yield await approveSome(due.slice(first, first + atOnce), until);
      }
    }
  }
}

// The commissions of one brand that approve themselves, some at a time.
import type { Brand } from '#lib/brands/schema.ts';
import { isDue, spansDue } from '#lib/commissions/rules/due.ts';
import { entriesOf } from '#lib/commissions/rules/ledger-entries.ts';
import { approved, held } from '#lib/commissions/rules/status.ts';
import { type Commission, storedCommission } from '#lib/commissions/schema/commission.ts';
import { changeCommission } from '#lib/commissions/writes.ts';
import { post } from '#lib/ledger/writes.ts';
import { now } from '#lib/shared/clock.ts';
import { isUnavailable } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import { getItems } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { queryPages } from '#lib/table/query-pages.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite, transactionLimit } from '#lib/table/writes/write.ts';
import { decide } from './commissions.ts';

/** Its own, its entry's, and its creator's count's; and of all together the brand's count's. */
const writesOfOne = 3;
const writesOfAll = 1;
/** So many fit into a transaction, whosever they are. */
const atOnce = Math.floor((transactionLimit - writesOfAll) / writesOfOne);

/** What becomes of one that is due: of a creator who is banned, someone must look at it first. */
type Decision = (before: Commission, at: Date) => Commission;

const approvedByItself: Decision = (before, at) => approved(before, null, at);

/** The decision about some, by how their creators are now. */
async function decisionOn(due: readonly Commission[]): Promise<Decision> {
  const creators = await getItems(
    due.map(({ brandId, affiliateId }) => keys.item(brandId, 'affiliate', affiliateId)),
  );
  const banned = new Set(creators.flatMap((item) => (item?.status === 'banned' ? [item.id] : [])));
  return (before, at) =>
    banned.has(before.affiliateId) ? held(before, 'creatorBanned', at) : approvedByItself(before, at);
}

/** Approves a commission as it is now, or holds it, if it still is due by then; false where it is not approved. */
export async function approveIfDue(
  brandId: string,
  id: string,
  by: Date,
  at: Date,
  decision = approvedByItself,
): Promise<boolean> {
  let isApproved = false;
  await decide(brandId, id, at, (before) => {
    const after = isDue(before, by) ? decision(before, at) : before;
    isApproved = after.status !== before.status;
    return after;
  });
  return isApproved;
}

/** All or none; how many of them are approved. */
async function decideTogether(due: readonly Commission[], decision: Decision): Promise<number> {
  const at = now();
  const changes = due.map((before) => ({ before, after: decision(before, at) }));
  await transact([
    ...changes.map(({ before, after }) => changeCommission(before, after)),
    ...post(changes.flatMap(({ before, after }) => entriesOf(before, after, at))),
  ]);
  return changes.filter(({ before, after }) => after.status !== before.status).length;
}

/** What became of some commissions. */
export interface Progress {
  readonly approved: number;
  /** Could not be approved, each for a reason of its own. */
  readonly failed: number;
}

/** Together, or where one of them has changed, each as it is by now. A busy table is thrown: 503. */
async function decideSome(due: readonly Commission[], by: Date): Promise<Progress> {
  const decision = await decisionOn(due);
  try {
    return { approved: await decideTogether(due, decision), failed: 0 };
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
  }
  const progress = { approved: 0, failed: 0 };
  for (const { brandId, id } of due) {
    try {
      if (await approveIfDue(brandId, id, by, now(), decision)) progress.approved += 1;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      progress.failed += 1;
      logger.error('a commission could not be approved', { brandId, commissionId: id, failure: error });
    }
  }
  return progress;
}

/**
 * Approves, or holds, what of a brand has become due from one time to another, the oldest first: a step for each transaction, so that
 * whoever takes the steps can stop between two. An item that is no commission counts as failed and holds up no other.
 */
export async function* approvalsDue(
  brand: Brand,
  from: Date | undefined,
  until: Date,
): AsyncGenerator<Progress> {
  const source = listQueryFor(brand.id, 'commission', { status: 'pending' });
  for (const span of spansDue(brand, from, until)) {
    for await (const page of queryPages(source, span)) {
      const parsed = page.map((item) => storedCommission.safeParse(item));
      const unreadable = parsed.filter(({ success }) => !success).length;
      if (unreadable > 0) {
        logger.error('commissions cannot be read', { brandId: brand.id, unreadable });
        yield { approved: 0, failed: unreadable };
      }
      const due = parsed.flatMap(({ data }) => (data !== undefined && isDue(data, until) ? [data] : []));
      for (let first = 0; first < due.length; first += atOnce) {
        yield await decideSome(due.slice(first, first + atOnce), until);
      }
    }
  }
}

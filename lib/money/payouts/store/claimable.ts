// Finds the commissions that a payout can claim.

import { encodedTimeOf } from '#lib/foundation/shared/ids.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { isClaimable } from '#lib/money/payouts/rules/commissions.ts';
import type { Payout, Position } from '#lib/money/payouts/schema/stored.ts';

interface ClaimablePage {
  readonly commissions: readonly Commission[];
  readonly upTo: Position;
  readonly isLast: boolean;
}

/** The search excludes commissions that were created after the payout, because new ones could otherwise extend it forever. */
const isOlder = (payout: Pick<Payout, 'id'>, { id }: Commission): boolean =>
  encodedTimeOf(id) <= encodedTimeOf(payout.id);

type SearchedPayout = Pick<Payout, 'id' | 'brandId' | 'affiliateIds' | 'earnedBefore'>;

/** The clawback of a refund has the time of its order, so it waits together with the order. */
const isEarnedInTime = ({ earnedBefore }: SearchedPayout, { occurredAt }: Commission): boolean =>
  earnedBefore === null || occurredAt < earnedBefore;

/**
 * The index is eventually consistent. A commission that it does not show yet is claimed by a later payout, and the claim of an
 * outdated commission is refused.
 */
export async function* claimablePages(
  payout: SearchedPayout,
  from: Position,
  pageSize: number,
): AsyncGenerator<ClaimablePage> {
  const creators = payout.affiliateIds ?? [undefined];
  for (let { place, after } = from; place < creators.length; ) {
    const affiliateId = creators[place];
    const list = listQueryFor(payout.brandId, 'commission', { status: 'approved', affiliateId });
    const { items, upTo, isLast: isEnd } = await readPageAfter(list, after, pageSize);
    const approved = items.map((item) => storedCommission.parse(item));
    const older = approved.filter((commission) => isOlder(payout, commission));
    if (isEnd || older.length < approved.length) [place, after] = [place + 1, null];
    else after = upTo;
    const isLast = place >= creators.length;
    const commissions = older.filter((one) => isClaimable(one) && isEarnedInTime(payout, one));
    yield { commissions, upTo: { place, after }, isLast };
  }
}

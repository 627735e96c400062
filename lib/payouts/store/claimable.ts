// The walk over what a payout can claim: approved commissions that are in no payout, as the indexes know them. What
// an index does not show yet is met by the next payout; what it still shows is refused when it is claimed.

import { type Commission, storedCommission } from '#lib/commissions/schema/commission.ts';
import { isClaimable } from '#lib/payouts/rules/commissions.ts';
import type { Payout, Position } from '#lib/payouts/schema/stored.ts';
import { encodedTimeOf } from '#lib/shared/ids.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { readPageAfter } from '#lib/table/query-pages.ts';

interface Found {
  readonly commissions: readonly Commission[];
  /** Where the next ones begin. */
  readonly upTo: Position;
  readonly isLast: boolean;
}

/** What is made after the payout is left to the next one, so that each walk comes to its end. */
const isOlder = (payout: Pick<Payout, 'id'>, { id }: Commission): boolean =>
  encodedTimeOf(id) <= encodedTimeOf(payout.id);

/** Walks on from a position, `pageSize` commissions at a time. */
export async function* claimable(
  payout: Pick<Payout, 'id' | 'brandId' | 'affiliateIds'>,
  from: Position,
  pageSize: number,
): AsyncGenerator<Found> {
  const places = payout.affiliateIds ?? [undefined];
  for (let { place, after } = from; place < places.length; ) {
    const source = listQueryFor(payout.brandId, 'commission', {
      status: 'approved',
      affiliateId: places[place],
    });
    const { items, upTo, isLast: isEnd } = await readPageAfter(source, after, pageSize);
    const found = items.map((item) => storedCommission.parse(item));
    const older = found.filter((commission) => isOlder(payout, commission));
    if (isEnd || older.length < found.length) [place, after] = [place + 1, null];
    else after = upTo;
    const isLast = place >= places.length;
    yield { commissions: older.filter(isClaimable), upTo: { place, after }, isLast };
  }
}

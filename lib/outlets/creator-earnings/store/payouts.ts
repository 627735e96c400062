// Reads the payouts of a creator.
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { linesOfCreatorPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { readListed } from '#lib/foundation/table/list-lookups.ts';
import { listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { type PageRequest, timeRangeOfIds } from '#lib/foundation/table/list-source.ts';
import type { List } from '#lib/foundation/table/pages.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { storedLine, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { payoutKey } from '#lib/money/payouts/writes.ts';
import type { OwnPayout } from '#lib/outlets/creator-earnings/rules/own-payout.ts';
import { maxStatementRows } from '#lib/outlets/creator-earnings/schema/money.ts';
import type { Creator, WithPath } from './money.ts';

const payoutId = idSchema('payout');

export function prefetchOwnPayout(
  { pathParameters = {} }: WithPath,
  brandId: string,
  _now: Date,
  affiliateId = '',
) {
  const { data } = payoutId.safeParse(pathParameters.id);
  if (data === undefined) return planReads({ payout: undefined, line: undefined });
  return planReads({
    payout: payoutKey(brandId, data),
    line: keys.payoutLine(brandId, data, affiliateId),
  });
}

/** A payout is visible once it is ready. */
export function ownPayoutIn(found: { readonly payout: Item | undefined; readonly line: Item | undefined }) {
  const payout = found.payout && storedPayout.parse(found.payout);
  if (payout?.isFinal !== true || found.line === undefined) throw notFound('payout');
  return { payout, line: storedLine.parse(found.line) };
}

/** Returns the newest commissions of the line. */
export async function readStatement({ brandId, affiliateId }: Creator, { payout, line }: OwnPayout) {
  const { periodStart, periodEnd } = line;
  const range = timeRangeOfIds('commission', {
    from: new Date(periodStart ?? payout.createdAt),
    before: addMilliseconds(new Date(periodEnd ?? payout.createdAt), 1),
  });
  const { Items: items = [] } = await query({
    ...toQueryInput(listQueryFor(brandId, 'commission', { affiliateId }), range),
    ScanIndexForward: false,
    Limit: maxStatementRows,
  });
  return items
    .map((item) => storedCommission.parse(item))
    .filter((commission) => commission.payoutId === payout.id);
}

/** Reads the payouts of a page together. */
export async function listOwnPayouts(
  { brandId, affiliateId }: Creator,
  page: PageRequest,
): Promise<List<OwnPayout>> {
  const partition = linesOfCreatorPartition(brandId, affiliateId);
  const source = { queries: [{ partition, index: 'byTime' }], kind: 'payout' } as const;
  const lineKey = (id: string) => keys.payoutLine(brandId, id, affiliateId);
  const lines = await readListed(source, page, lineKey, (item) => ({
    payoutId: String(item.listedTime),
    line: storedLine.parse(item),
  }));
  const payouts = await getItems(lines.items.map((one) => payoutKey(brandId, one.payoutId)));
  const items = lines.items.flatMap(({ line }, index) => {
    const payout = payouts[index] && storedPayout.parse(payouts[index]);
    return payout?.isFinal === true ? [{ payout, line }] : [];
  });
  return { ...lines, items };
}

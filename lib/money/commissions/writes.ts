// Builds the items and writes of commissions.

import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import type { Named } from '#lib/money/commissions/rules/manual.ts';
import type { Settlement } from '#lib/money/commissions/rules/settle.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

export const commissionKey = (brandId: string, id: string) => keys.item(brandId, 'commission', id);

export const commissionIndexKeys = ({ brandId, affiliateId, status, hold, payoutId }: Commission) => ({
  ...indexKeys.byStatus(brandId, 'commission', status),
  ...indexKeys.byAffiliate(brandId, 'commission', affiliateId),
  ...indexKeys.byAffiliateAndStatus(brandId, 'commission', affiliateId, status),
  ...(hold !== null && indexKeys.byHold(brandId, 'commission')),
  ...(payoutId !== null && listKeys.byPayout(brandId, payoutId)),
});

const withIndexKeys = (commission: Commission) => ({ ...commission, ...commissionIndexKeys(commission) });

export const putCommission = (commission: Commission): Write =>
  putNew({
    ...commissionKey(commission.brandId, commission.id),
    ...withIndexKeys(commission),
  });

export const changeCommission = (before: Commission, after: Commission): Write =>
  changeItem(commissionKey(after.brandId, after.id), withIndexKeys(before), withIndexKeys(after));

export const settlementWrites = (
  before: Commission,
  { changed, adjustment }: Settlement,
): readonly Write[] => [
  ...(changed === undefined ? [] : [changeCommission(before, changed)]),
  ...(adjustment === undefined ? [] : [putCommission(adjustment)]),
];

/** Adds a commission without an order to the totals of its creator and campaign. */
export const addCommission = (commission: Commission, named: Named, now: Date): readonly Write[] => [
  putCommission(commission),
  ...postEntries([commissionEntry(undefined, commission, now)], [named.affiliate, named.campaign]),
];

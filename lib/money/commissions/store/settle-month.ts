// Settles the month of a creator: posts the difference between what tiers and caps deserve and what was granted before.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { commissionEntry } from '#lib/money/commissions/rules/ledger-entries.ts';
import {
  grantedAfter,
  movementsOf,
  newMonthlyCommission,
  type Settled,
  settleOwners,
} from '#lib/money/commissions/rules/month.ts';
import type { CreatorInMonth } from '#lib/money/commissions/rules/month-entries.ts';
import { type CreatorMonth, storedMonth } from '#lib/money/commissions/schema/month.ts';
import { putCommission } from '#lib/money/commissions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';
import { readMonthOrders, readTermsOf } from './month-orders.ts';

/** Each owner needs up to five writes: two commissions with their ledger entries, and the totals of a campaign. */
const ownersPerTransaction = 18;

const newMonth = (brand: Brand, { affiliateId, month }: CreatorInMonth): CreatorMonth => ({
  brandId: brand.id,
  affiliateId,
  month,
  granted: {},
  revision: 0,
});

const monthKey = ({ brandId, affiliateId, month }: CreatorMonth) =>
  keys.creatorMonth(brandId, affiliateId, month);

/** The revision makes two workers that settle the month at the same time post the difference once. */
function putMonth(found: Item | undefined, before: CreatorMonth, settled: readonly Settled[]): Write {
  const after = { ...before, granted: grantedAfter(before.granted, settled) };
  return found === undefined
    ? putNew({ ...monthKey(before), ...after }, staleWrite)
    : changeItem(monthKey(before), before, after);
}

/** The state is read before the orders, so that a worker with older orders cannot overwrite the result of one with newer orders. */
async function settleOwnersOf(brand: Brand, creator: CreatorInMonth, now: Date): Promise<boolean> {
  const found = await getItem(keys.creatorMonth(brand.id, creator.affiliateId, creator.month));
  const before = found === undefined ? newMonth(brand, creator) : storedMonth.parse(found);
  const orders = await readMonthOrders(brand, creator);
  const termsOf = await readTermsOf(brand.id, orders);
  const all = settleOwners(orders, termsOf, before).filter((owner) => movementsOf(owner).length > 0);
  const settled = all.slice(0, ownersPerTransaction);
  if (settled.length === 0) return true;
  const commissions = settled
    .flatMap(movementsOf)
    .map((movement) => newMonthlyCommission(movement, { brand, ...creator }, now));
  const campaigns = new Set(commissions.flatMap(({ campaignId }) => campaignId ?? []));
  const entities = await getItems([
    keys.item(brand.id, 'affiliate', creator.affiliateId),
    ...[...campaigns].map((id) => keys.item(brand.id, 'campaign', id)),
  ]);
  const entries = commissions.map((commission) => commissionEntry(undefined, commission, now));
  await transact([
    putMonth(found, before, settled),
    ...commissions.map(putCommission),
    ...postEntries(entries, entities),
  ]);
  return all.length === settled.length;
}

/** Repeating it posts nothing, as long as the orders of the month stay the same. */
export async function settleMonth(brand: Brand, creator: CreatorInMonth, now: Date): Promise<void> {
  let isSettled = false;
  while (!isSettled) isSettled = await retryOnConflict(() => settleOwnersOf(brand, creator, now));
}

// Adds the keys of lists to the items of earlier releases, which were written without them (docs/decisions/0085).
import { listPartitionsOf } from '#lib/brands/rules/list-spread.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { commissionListKeys } from '#lib/commissions/rules/list-keys.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import { conversionListKeys, customerKeyOf } from '#lib/conversions/rules/list-keys.ts';
import { storedConversion } from '#lib/conversions/schema/conversion.ts';
import { storedDiscount } from '#lib/discounts/schema/discount.ts';
import { discountListKeys } from '#lib/discounts/writes/discount.ts';
import { type LedgerEntry, storedEntry } from '#lib/ledger/schema.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { getItems } from '#lib/table/client.ts';
import { updateOrGetExisting } from '#lib/table/conditional.ts';
import { type Item, itemWithKey, type Key } from '#lib/table/keys/item.ts';
import { collectionPartition, keys } from '#lib/table/keys/keys.ts';
import { listKeys } from '#lib/table/keys/list-keys.ts';
import { ledgerPartition, ledgerShards } from '#lib/table/keys/money-keys.ts';
import { spreadPartitions } from '#lib/table/keys/spread.ts';
import { queryPages } from '#lib/table/query-pages.ts';
import { type Expression, setAll, toExpressionInput } from '#lib/table/writes/expression.ts';

const concurrentPartitions = 4;
const concurrentWrites = 16;

type ListedBrand = Pick<Brand, 'id' | 'salt' | 'listSpread'>;
type ListKeys = Readonly<Record<string, string>>;

interface Missing {
  readonly item: Item;
  readonly expected: ListKeys;
  /** The state in which the item needs these keys. Without one, it never changes. */
  readonly unchanged?: Expression;
}

const lacksKeys = ({ item, expected }: Missing): boolean =>
  Object.entries(expected).some(([name, value]) => item[name] !== value);

/** A refused update needs no repeat, because the change that came first has written the keys. */
async function addKeys({ item, expected, unchanged = {} }: Missing): Promise<void> {
  const update = setAll(expected);
  const condition = unchanged.condition ?? 'attribute_exists(#pk)';
  await updateOrGetExisting({
    Key: { pk: item.pk, sk: item.sk },
    UpdateExpression: update,
    ...toExpressionInput({ condition, values: { ...expected, ...unchanged.values } }, update),
  });
}

/** Returns the number of items that lacked keys. */
async function addMissing(
  partition: string,
  missingIn: (page: readonly Item[]) => Promise<readonly Missing[]> | readonly Missing[],
): Promise<number> {
  let changed = 0;
  for await (const page of queryPages({ partition })) {
    const missing = (await missingIn(page)).filter(lacksKeys);
    await forEachConcurrently(missing, concurrentWrites, addKeys);
    changed += missing.length;
  }
  return changed;
}

/** The conversion or commission that an entry lists. */
function listedKey({ brandId, kind, conversionId, commissionId }: LedgerEntry): Key | undefined {
  if (kind === 'order' && conversionId !== null) return keys.item(brandId, 'conversion', conversionId);
  return commissionId === null ? undefined : keys.item(brandId, 'commission', commissionId);
}

function keysOfEntry({ salt }: ListedBrand, entry: LedgerEntry, listed: Item | undefined): ListKeys {
  if (listed === undefined) return {};
  if (entry.kind !== 'order')
    return { ...commissionListKeys(storedCommission.parse(listed), entry.commissions) };
  const conversion = storedConversion.parse(listed);
  const { customerId } = conversion;
  const isKnown = customerId !== null && salt !== undefined;
  return conversionListKeys(conversion, isKnown ? customerKeyOf(salt, customerId) : undefined);
}

async function missingInLedger(brand: ListedBrand, page: readonly Item[]): Promise<readonly Missing[]> {
  const entries = page.map((item) => ({ item, entry: storedEntry.parse(item) }));
  const found = await getItems(entries.flatMap(({ entry }) => listedKey(entry) ?? []));
  return entries.map(({ item, entry }) => ({
    item,
    expected: keysOfEntry(brand, entry, itemWithKey(found, listedKey(entry))),
  }));
}

async function indexLedger(brand: ListedBrand): Promise<number> {
  let changed = 0;
  await forEachConcurrently(ledgerShards, concurrentPartitions, async (shard) => {
    const inShard = await addMissing(ledgerPartition(brand.id, shard), (page) =>
      missingInLedger(brand, page),
    );
    changed += inShard;
  });
  return changed;
}

const missingInCommissions = (brandId: string, page: readonly Item[]): readonly Missing[] =>
  page.flatMap((item): readonly Missing[] => {
    const { payoutId } = storedCommission.parse(item);
    if (payoutId === null) return [];
    const unchanged = { condition: '#payoutId = :payoutId', values: { payoutId } };
    return [{ item, expected: listKeys.byPayout(brandId, payoutId), unchanged }];
  });

async function indexCommissions(brand: ListedBrand): Promise<number> {
  let changed = 0;
  const list = collectionPartition(brand.id, 'commission');
  for (const partition of spreadPartitions(list, listPartitionsOf(brand))) {
    changed += await addMissing(partition, (page) => missingInCommissions(brand.id, page));
  }
  return changed;
}

const indexDiscounts = (brandId: string): Promise<number> =>
  addMissing(collectionPartition(brandId, 'discount'), (page) =>
    page.map((item) => ({ item, expected: { ...discountListKeys(storedDiscount.parse(item)) } })),
  );

/** Safe to repeat. Returns how many items lacked keys. */
export async function indexLists(brand: ListedBrand) {
  const entries = await indexLedger(brand);
  const commissions = await indexCommissions(brand);
  const discounts = await indexDiscounts(brand.id);
  return { entries, commissions, discounts };
}

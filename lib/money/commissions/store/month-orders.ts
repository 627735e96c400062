// Reads the orders of a creator that count in a month.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { firstIdAt } from '#lib/foundation/shared/ids.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import type { CreatorInMonth } from '#lib/money/commissions/rules/month-entries.ts';
import {
  type CountedOrder,
  countedOrder,
  monthOfOrder,
} from '#lib/money/commissions/rules/order-in-month.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { commissionKey } from '#lib/money/commissions/writes.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Explanation } from '#lib/program/terms/schema/explanation.ts';
import { storedVersion, type VersionTerms } from '#lib/program/terms/schema/version.ts';

/** Time zones differ from UTC by less than this, and an order can be recorded some minutes before its time. */
const slackSeconds = 2 * secondsPerDay;
const ordersPerRead = 200;

const isCandidate = (brand: Brand, month: string, commission: Commission): boolean =>
  commission.conversionId !== null &&
  commission.adjusts === null &&
  commission.explanation !== undefined &&
  monthOfOrder(brand, commission.occurredAt, commission.conversionId) === month;

/** Reads with strong consistency, because the index may not show the latest approvals yet. */
async function readCounted(
  brandId: string,
  commissions: readonly Commission[],
): Promise<readonly CountedOrder[]> {
  const pairs = commissions.map(({ id, conversionId }) => [
    commissionKey(brandId, id),
    keys.item(brandId, 'conversion', conversionId ?? ''),
  ]);
  const items = await getItems(pairs.flat());
  return commissions.flatMap((_, index) => {
    const [commission, order] = items.slice(2 * index, 2 * index + 2);
    if (commission === undefined || order === undefined) return [];
    return countedOrder(storedCommission.parse(commission), storedConversion.parse(order)) ?? [];
  });
}

/** A commission is never created before its order, so ids from the beginning of the month on include all of them. */
export async function readMonthOrders(
  brand: Brand,
  { affiliateId, month }: CreatorInMonth,
): Promise<readonly CountedOrder[]> {
  const from = firstIdAt('commission', addSeconds(new Date(`${month}-01`), -slackSeconds));
  const orders: CountedOrder[] = [];
  for await (const page of queryPages(listQueryFor(brand.id, 'commission', { affiliateId }), { from })) {
    const candidates = page
      .map((item) => storedCommission.parse(item))
      .filter((commission) => isCandidate(brand, month, commission));
    for (let start = 0; start < candidates.length; start += ordersPerRead) {
      orders.push(...(await readCounted(brand.id, candidates.slice(start, start + ordersPerRead))));
    }
  }
  return orders;
}

const versionName = ({ ownerId, termsValidFrom }: Explanation): string => `${ownerId} ${termsValidFrom}`;

const termsIn = (item: Item | undefined): VersionTerms | null =>
  item === undefined ? null : storedVersion.parse(item).terms;

/** Reads each version of terms that applied to one of the orders. */
export async function readTermsOf(
  brandId: string,
  orders: readonly CountedOrder[],
): Promise<(explanation: Explanation) => VersionTerms | null> {
  const versions = [
    ...new Map(orders.map(({ explanation }) => [versionName(explanation), explanation])).values(),
  ];
  const items = await getItems(
    versions.map(({ ownerId, termsValidFrom }) => keys.terms(brandId, ownerId, termsValidFrom)),
  );
  const terms = new Map(versions.map((version, index) => [versionName(version), termsIn(items[index])]));
  return (explanation) => terms.get(versionName(explanation)) ?? null;
}

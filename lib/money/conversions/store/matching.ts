// Finds the orders that a bulk attribution selects, by their ids or by a filter.
import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { isEmpty, rangeBetween } from '#lib/foundation/shared/time-ranges.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { timeRangeOfIds } from '#lib/foundation/table/list-source.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import type {
  AttributionFilter,
  BulkAttributionInput,
} from '#lib/money/conversions/schema/bulk-attribution.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import { parseConversion } from './conversions.ts';

const maxOrders = 100;
/** This many orders fit into one response of DynamoDB. Most of them can belong to other campaigns, for example. */
const maxRead = 300;

export interface SelectedOrder {
  readonly id: string;
  /** The order as it was found. Undefined for an unknown id. */
  readonly found: Conversion | undefined;
}

interface Selected {
  readonly orders: readonly SelectedOrder[];
  /** The position from which the next request continues. It is null after the last order. */
  readonly cursor: string | null;
  /** Throws a 409 for an order that the filter does not select any more, because it has changed since it was found. */
  readonly check: (order: Conversion) => void;
}

const isSame = (wanted: string | undefined, found: string | null): boolean =>
  wanted === undefined || wanted === found;

const matches = (filter: AttributionFilter, order: Conversion): boolean =>
  order.canceledAt === null &&
  isSame(filter.affiliateId, order.affiliateId) &&
  isSame(filter.attribution, order.receipt.attribution) &&
  isSame(filter.campaignId, order.campaignId) &&
  isSame(filter.discountId, order.discountId);

function rangeOf({ createdFrom, createdTo }: AttributionFilter, { timezone }: Pick<Brand, 'timezone'>) {
  const range = rangeBetween(createdFrom, createdTo, timezone);
  if (isEmpty(range)) throw invalidField('filter.createdFrom', 'Must not be after `createdTo`');
  return timeRangeOfIds('conversion', range);
}

const selected = (order: Conversion): SelectedOrder => ({ id: order.id, found: order });

/** The oldest come first, so that an order that is recorded meanwhile is not skipped. */
async function findMatching(brand: Brand, filter: AttributionFilter, after: string | null) {
  const { affiliateId, attribution } = filter;
  const list = listQueryFor(
    brand.id,
    'conversion',
    affiliateId === undefined ? { status: attribution } : { affiliateId },
  );
  const page = await readPageAfter(list, after, maxRead, rangeOf(filter, brand));
  const all = page.items.map(parseConversion).filter((order) => matches(filter, order));
  const orders = all.slice(0, maxOrders).map(selected);
  if (orders.length < all.length) return { orders, cursor: orders.at(-1)?.id ?? null };
  return { orders, cursor: page.isLast ? null : page.upTo };
}

async function readOrders(brandId: string, ids: readonly string[]): Promise<readonly SelectedOrder[]> {
  const items = await getItems(ids.map((id) => conversionKey(brandId, id)));
  return ids.map((id) => {
    const item = itemWithKey(items, conversionKey(brandId, id));
    return { id, found: item && parseConversion(item) };
  });
}

export async function selectOrders(
  brand: Brand,
  { ids = [], filter, cursor }: BulkAttributionInput,
): Promise<Selected> {
  if (filter === undefined) return { orders: await readOrders(brand.id, ids), cursor: null, check: () => {} };
  const check = (order: Conversion): void => {
    if (!matches(filter, order))
      throw conflict(
        'status_conflict',
        `The filter does not select the order any more: its \`attribution\` is ${order.receipt.attribution}`,
      );
  };
  return { ...(await findMatching(brand, filter, cursor ?? null)), check };
}

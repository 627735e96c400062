// Reads the commissions, payouts and orders of a creator.
import type { Brand } from '#lib/access/brands/schema.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { totalOf } from '#lib/foundation/table/counters.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import { planReads } from '#lib/foundation/table/keys/read-plan.ts';
import { statusQueries } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import { type List, readList } from '#lib/foundation/table/pages.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { commissionKey } from '#lib/money/commissions/writes.ts';
import { recordedIdIn } from '#lib/money/conversions/rules/address.ts';
import { orderIdParameter } from '#lib/money/conversions/schema/address.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { conversionKey } from '#lib/money/conversions/writes.ts';
import { type Line, storedLine } from '#lib/money/payouts/schema/stored.ts';
import { outcomeOf } from '#lib/outlets/creator-earnings/rules/outcomes.ts';
import type { OwnCommissionFilters } from '#lib/outlets/creator-earnings/schema/money.ts';

export interface Creator {
  readonly brandId: string;
  readonly affiliateId: string;
}

const parse = (found: Item): Commission => storedCommission.parse(found);

const commissionsOf = ({ brandId, affiliateId }: Creator, status?: readonly string[]) =>
  ({ queries: statusQueries(brandId, 'commission', status, affiliateId), kind: 'commission' }) as const;

/** The commissions of a line were created in its period, so the read does not grow with those of other payouts. */
async function listOfLine(
  creator: Creator,
  payoutId: string,
  { periodStart, periodEnd, commissionsCount }: Line,
  page: PageRequest,
): Promise<List<Commission>> {
  const { createdFrom = periodStart ?? undefined, createdTo = periodEnd ?? undefined } = page;
  const within = { ...page, createdFrom, createdTo };
  const found = await readList(commissionsOf(creator), within, parse, undefined);
  const items = found.items.filter((commission) => commission.payoutId === payoutId);
  return { ...found, items, total: commissionsCount, totalIsExact: page.createdFrom === undefined };
}

export async function listOwnCommissions(
  creator: Creator,
  { status, payoutId }: OwnCommissionFilters,
  page: PageRequest,
): Promise<List<Commission>> {
  const { brandId, affiliateId } = creator;
  if (payoutId === undefined) {
    const total = totalOf(affiliateCounterOwner(brandId, affiliateId), 'affiliateCommissions', status);
    return readList(commissionsOf(creator, status), page, parse, total);
  }
  const [line] = await getItems([keys.payoutLine(brandId, payoutId, affiliateId)]);
  return line === undefined
    ? { items: [], cursor: null, total: 0, totalIsExact: true }
    : listOfLine(creator, payoutId, storedLine.parse(line), page);
}

/** Only a reversed commission needs its order, which says why. */
export async function readOrdersOf(
  commissions: readonly Commission[],
): Promise<ReadonlyMap<string | null, Conversion>> {
  const reversed = commissions.flatMap(({ brandId, status, conversionId: id }) =>
    status === 'reversed' && id !== null ? [conversionKey(brandId, id)] : [],
  );
  const items = await getItems(reversed);
  const orders = items.flatMap((item) => (item === undefined ? [] : [storedConversion.parse(item)]));
  return new Map(orders.map((order) => [order.id, order]));
}

const commissionId = idSchema('commission');

export interface WithPath {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Plans no read for a malformed id, because validation rejects the request later. */
export function prefetchOwnCommission({ pathParameters = {} }: WithPath, brandId: string) {
  const { data } = commissionId.safeParse(pathParameters.id);
  return planReads({ commission: data === undefined ? undefined : commissionKey(brandId, data) });
}

/** A commission of another creator is a 404, like one that does not exist. */
export function ownCommissionIn(item: Item | undefined, affiliateId: string): Commission {
  const found = item && parse(item);
  if (found?.affiliateId !== affiliateId) throw notFound('commission');
  return found;
}

/** Customers of Shopify know the number of an order, such as `#1001`, which is its external id. */
export function prefetchOwnOrder({ pathParameters }: WithPath, brandId: string) {
  const { data } = orderIdParameter.safeParse({ orderId: pathParameters?.orderId });
  if (data === undefined) return planReads({ order: undefined, number: undefined });
  const number = `#${data.orderId.replace(/^#/, '')}`;
  return planReads({
    order: keys.order(brandId, data.orderId),
    number: externalIdKeys.externalId(brandId, 'conversion', number),
  });
}

type OrderClaims = Readonly<Record<'order' | 'number', Item | undefined>>;

export async function readOwnOrder(
  { id: brandId }: Brand,
  affiliateId: string,
  { order, number }: OrderClaims,
) {
  const id = recordedIdIn(order) ?? (number && ownerIdIn(number));
  const [item] = id === undefined ? [] : await getItems([conversionKey(brandId, id)]);
  const conversion = item && storedConversion.parse(item);
  const isOwn = conversion?.affiliateId === affiliateId;
  const ownId = isOwn ? conversion.commissionId : null;
  const [found] = ownId === null ? [] : await getItems([commissionKey(brandId, ownId)]);
  const commission = found && parse(found);
  const own = commission?.affiliateId === affiliateId ? commission : undefined;
  return { outcome: outcomeOf(conversion, own, affiliateId), commission: own, order: conversion };
}

// Reads the orders of a simulation with their line items and commissions, and adds up what they earn. Line items do not stay in memory.
import type { Brand } from '#lib/access/brands/schema.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { eventPartition, idAtEvent } from '#lib/foundation/table/keys/list-keys.ts';
import { listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { timeRangeOfEvents, timeRangeOfIds } from '#lib/foundation/table/list-source.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { type Conversion, storedConversion, storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import { rowsOfCreator } from '#lib/money/simulations/rules/rows.ts';
import { type Calculated, calculate, isSelected, together } from '#lib/money/simulations/rules/sums.ts';
import type { Row, Simulation } from '#lib/money/simulations/schema/stored.ts';
import { readCustomers } from './customers.ts';

/** A batch is one call of the table for each kind of item. The line items of an order can have 256 KB. */
const ordersAtOnce = 100;
const batchesAtOnce = 4;

/** Eventual consistency is enough for half the cost, because an order can change at any time. */
const cheaply = { isConsistent: false };

async function commissionsOf(
  brandId: string,
  orders: readonly Conversion[],
): Promise<ReadonlyMap<string, Commission>> {
  const ids = orders.flatMap(({ commissionId }) => commissionId ?? []);
  const found = await getItems(
    ids.map((id) => keys.item(brandId, 'commission', id)),
    cheaply,
  );
  const commissions = found.flatMap((item) => (item === undefined ? [] : [storedCommission.parse(item)]));
  return new Map(commissions.map((commission) => [commission.id, commission]));
}

async function calculateBatch(
  simulation: Simulation,
  orders: readonly Conversion[],
  brand: Brand,
): Promise<readonly Calculated[]> {
  const { brandId, terms } = simulation;
  const [claims, commissions, customers] = await Promise.all([
    getItems(
      orders.map(({ orderId }) => keys.order(brandId, orderId)),
      cheaply,
    ),
    commissionsOf(brandId, orders),
    readCustomers(simulation, brand, orders),
  ]);
  return orders.map((order, index) => {
    const claim = claims[index];
    const items = claim === undefined ? [] : storedOrder.parse(claim).items;
    const commission = commissions.get(order.commissionId ?? '');
    return calculate({ order, items, commission, customer: customers[index] ?? 'new' }, terms);
  });
}

/** Returns undefined if more than `max` orders are in the range of the simulation, of creators or not. */
export async function readSelected(
  simulation: Simulation,
  max: number,
): Promise<readonly (Conversion & { affiliateId: string })[] | undefined> {
  const { brandId } = simulation;
  const [from, before] = [new Date(simulation.since), new Date(simulation.before)];
  const list = { partition: eventPartition(brandId, 'OCCURRED'), index: 'byTime' } as const;
  const input = { ...toQueryInput(list, timeRangeOfEvents({ from, before })), Limit: max + 1 };
  const { Items: entries = [], LastEvaluatedKey } = await query(input);
  if (entries.length > max || LastEvaluatedKey !== undefined) return undefined;
  const ids = entries.map(({ listedTime }) => idAtEvent('conversion', String(listedTime)));
  const found = await getItems(
    ids.map((id) => keys.item(brandId, 'conversion', id)),
    cheaply,
  );
  const orders = found.flatMap((item) => (item === undefined ? [] : [storedConversion.parse(item)]));
  return orders.filter((order) => isSelected(simulation, order));
}

const batchesOf = <Order>(orders: readonly Order[]): readonly (readonly Order[])[] =>
  Array.from({ length: Math.ceil(orders.length / ordersAtOnce) }, (_, index) =>
    orders.slice(index * ordersAtOnce, (index + 1) * ordersAtOnce),
  );

/** Returns the rows of the creators who have orders. */
export async function rowsOf(
  simulation: Simulation,
  orders: readonly (Conversion & { affiliateId: string })[],
  brand: Brand,
): Promise<readonly Row[]> {
  const byCreator = new Map<string, Calculated>();
  await forEachConcurrently(batchesOf(orders), batchesAtOnce, async (batch) => {
    const calculated = await calculateBatch(simulation, batch, brand);
    for (const [index, { affiliateId }] of batch.entries()) {
      const all = [byCreator.get(affiliateId), calculated[index]].filter((one) => one !== undefined);
      byCreator.set(affiliateId, together(all));
    }
  });
  return [...byCreator].flatMap(([affiliateId, all]) => rowsOfCreator(simulation, affiliateId, all, brand));
}

export interface PartOfCreator extends Calculated {
  /** The id of the last order. */
  readonly upTo: string | null;
  readonly isLast: boolean;
}

/** The id of an order has the time of its recording, which is at most some minutes before `occurredAt`. */
const earliestId = ({ since }: Simulation) =>
  timeRangeOfIds('conversion', { from: addSeconds(new Date(since), -secondsPerDay) });

export interface ReadingOfCreator {
  /** A step reads so many pages of the orders of a creator. */
  readonly pages: number;
  readonly ordersOnPage: number;
  readonly brand: Brand;
}

/** Adds up the next orders of a creator, in the sequence of their recording. */
export async function readOrdersOfCreator(
  simulation: Simulation,
  affiliateId: string,
  after: string | null,
  { pages, ordersOnPage, brand }: ReadingOfCreator,
): Promise<PartOfCreator> {
  const list = listQueryFor(simulation.brandId, 'conversion', { affiliateId });
  let part: PartOfCreator = { ...together([]), upTo: after, isLast: false };
  for (let page = 0; page < pages && !part.isLast; page += 1) {
    const found = await readPageAfter(list, part.upTo, ordersOnPage, earliestId(simulation));
    const orders = found.items.map((item) => storedConversion.parse(item));
    const selected = orders.filter((order) => isSelected(simulation, order));
    const calculated = await calculateBatch(simulation, selected, brand);
    part = { ...together([part, ...calculated]), upTo: found.upTo, isLast: found.isLast };
  }
  return part;
}

// Reads figures with eventual consistency, which costs half: they can be a second older. The cost does not depend on the number of clicks and orders.

import { daysBetween } from '#lib/foundation/shared/dates.ts';
import { getItems, queryAll } from '#lib/foundation/table/client.ts';
import {
  brandFiguresBetween,
  type FigureSeries,
  figureKeys,
  figuresBetween,
  type KeyRange,
} from '#lib/foundation/table/keys/figure-keys.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { addParts, type Parts, sheetOf } from '#lib/outlets/figures/rules/sheet.ts';
import { coverOf, type Days } from '#lib/outlets/figures/rules/spans.ts';

const inputOf = ({ pk, first, last }: KeyRange) => ({
  ...toQueryInput({ partition: pk }, { from: first, to: last }),
  ConsistentRead: false,
});
const read = (range: KeyRange): Promise<readonly Item[]> => queryAll(inputOf(range));

/** Leaves out the clicks by country, device and referrer, which take most of the time to parse. */
function readWithoutValues(range: KeyRange): Promise<readonly Item[]> {
  const { ExpressionAttributeNames, ...input } = inputOf(range);
  const names = { ...ExpressionAttributeNames, '#figures': 'figures' };
  return queryAll({ ...input, ExpressionAttributeNames: names, ProjectionExpression: '#figures' });
}

export type FiguresByDay = ReadonlyMap<string, Parts>;

export async function readBrandByDay(brandId: string, days: Days): Promise<FiguresByDay> {
  const items = await read(brandFiguresBetween(brandId, days));
  return new Map(items.map((item) => [String(item.sk), sheetOf(item).get('') ?? new Map()]));
}

/** Reads the figures of one creator, campaign or discount code. */
export async function readByDay(
  brandId: string,
  series: FigureSeries,
  id: string,
  [from, to]: Days,
): Promise<FiguresByDay> {
  const days = daysBetween(from, to);
  const keys = days.map((day) => figureKeys.figures(brandId, series, day, id));
  const items = await getItems(keys, { isConsistent: false });
  return new Map(days.map((day, index) => [day, sheetOf(items[index]).get(id) ?? new Map()]));
}

type FiguresById = ReadonlyMap<string, Parts>;

/** Reads the orders and the clicks of all creators, campaigns or discount codes, without the values of clicks. */
export async function readById(
  brandId: string,
  series: FigureSeries,
  days: Days,
  today: string,
): Promise<FiguresById> {
  const sums = new Map<string, Parts>();
  const readSpan = async (range: KeyRange, sign: 1 | -1) => {
    for (const item of await readWithoutValues(range))
      for (const [id, parts] of sheetOf(item)) sums.set(id, addParts(sums.get(id) ?? new Map(), parts, sign));
  };
  await Promise.all(
    coverOf(days, today).flatMap(({ sign, range }) =>
      figuresBetween(brandId, series, range).map((keyRange) => readSpan(keyRange, sign)),
    ),
  );
  return sums;
}

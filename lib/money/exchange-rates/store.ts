// Stores and lists exchange rates.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { invalid } from '#lib/foundation/shared/errors.ts';
import { query } from '#lib/foundation/table/client.ts';
import { decodeCursor, encodeCursor } from '#lib/foundation/table/cursors.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { ratesRange } from '#lib/foundation/table/keys/rate-keys.ts';
import { countItems } from '#lib/foundation/table/list-count.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import type { List } from '#lib/foundation/table/pages.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { newRates } from './rules/new-rates.ts';
import type { ExchangeRatesInput, RateFilters } from './schema/endpoints.ts';
import { type ExchangeRate, storedExchangeRate } from './schema/rate.ts';

/** A write of a rate does not depend on the stored one, so it needs no revision. */
export async function setRates(
  brand: Brand,
  currency: string,
  input: ExchangeRatesInput,
  now: Date,
): Promise<readonly ExchangeRate[]> {
  const rates = newRates(brand, currency, input, now);
  await transact(
    rates.map((rate) => ({
      kind: 'put',
      item: { ...keys.exchangeRate(brand.id, currency, rate.day), ...rate },
    })),
  );
  return rates;
}

function daysOf({ from, to }: RateFilters) {
  if (from === undefined || to === undefined || from <= to) return { from, to };
  const message = '`from` must not be after `to`';
  throw invalid('Invalid query parameters', [{ path: 'from', message }]);
}

/** The rates are sorted by their days, not by ids as other lists are. A cursor names the last day of its page. */
export async function listRates(
  brandId: string,
  currency: string,
  filters: RateFilters,
  page: PageRequest,
): Promise<List<ExchangeRate>> {
  const { from, to } = daysOf(filters);
  const { partition, ...range } = ratesRange(brandId, currency, from, to);
  const queries = [{ partition }];
  const rangeAfter = (day: string) => ({
    ...range,
    to: keys.exchangeRate(brandId, currency, addDays(day, -1)).sk,
  });
  const definition = { queries, selection: `${range.from} ${range.to}` };
  const position = page.cursor === undefined ? undefined : decodeCursor(page.cursor, definition, page);
  const input = toQueryInput({ partition }, position === undefined ? range : rangeAfter(position.after));
  const { Items = [] } = await query({ ...input, ScanIndexForward: false, Limit: page.limit + 1 });
  const items = Items.slice(0, page.limit).map((item) => storedExchangeRate.parse(item));
  const last = Items.length > items.length ? items.at(-1) : undefined;
  const all = { total: items.length, isExact: true };
  const count =
    position?.count ??
    (last === undefined ? all : await countItems(queries, rangeAfter(last.day), items.length));
  return {
    items,
    cursor: last === undefined ? null : encodeCursor({ after: last.day, count }, definition, page),
    total: count.total,
    totalIsExact: count.isExact,
  };
}

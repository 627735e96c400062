// Reads the exchange rate of an order. An order in the brand's currency, or with a rate of its own, reads nothing.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import { ratesRange } from '#lib/foundation/table/keys/rate-keys.ts';
import { readLast } from '#lib/foundation/table/query-pages.ts';
import { orderTime } from '#lib/money/conversions/rules/order-time.ts';
import { currencyOf, needsRate, type RatedOrder } from '#lib/money/conversions/rules/original.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { storedExchangeRate } from '#lib/money/exchange-rates/schema/rate.ts';

/** Banks publish no rates on weekends and holidays, so the rate of an earlier day applies. */
const maxAgeDays = 7;

export async function withStoredRate(order: ConversionInput, brand: Brand, now: Date): Promise<RatedOrder> {
  if (!needsRate(order, brand) || order.exchangeRate !== undefined) return order;
  const day = dayIn(brand.timezone, orderTime(order, now));
  const range = ratesRange(brand.id, currencyOf(order, brand), addDays(day, -maxAgeDays), day);
  const [found] = await readLast(range, 1);
  return found === undefined ? order : { ...order, storedRate: storedExchangeRate.parse(found) };
}

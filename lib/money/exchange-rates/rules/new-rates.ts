// Checks the exchange rates of a request.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { invalid, invalidField } from '#lib/foundation/shared/errors.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import type { ExchangeRatesInput } from '#lib/money/exchange-rates/schema/endpoints.ts';
import type { ExchangeRate } from '#lib/money/exchange-rates/schema/rate.ts';

/** Throws a 400 for the brand’s own currency, a day after tomorrow, and a day that is sent twice. */
export function newRates(
  { id: brandId, currency: own, timezone }: Pick<Brand, 'id' | 'currency' | 'timezone'>,
  currency: string,
  { rates }: ExchangeRatesInput,
  now: Date,
): readonly ExchangeRate[] {
  if (currency === own) {
    const message = `Must not be ${own}, the brand’s currency: name the currency of the orders`;
    throw invalid('Invalid path', [{ path: 'currency', message }]);
  }
  const last = addDays(dayIn(timezone, now), 1);
  const seen = new Set<string>();
  return rates.map(({ day, rate }, index) => {
    if (day > last) throw invalidField(`rates.${index}.day`, `Must not be after ${last}, which is tomorrow`);
    if (seen.has(day)) throw invalidField(`rates.${index}.day`, 'Must be sent only once: a day has one rate');
    seen.add(day);
    return { brandId, currency, day, rate };
  });
}

// Defines the exchange rates of a brand: how they are sent, stored and returned.
import * as z from 'zod';
import { paging } from '#lib/foundation/contract/paging.ts';
import { day, dayInput } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { currency, currencyInput } from '#lib/foundation/shared/money.ts';

const decimalText = /^0*(?<whole>\d{1,10})(?:\.(?<fraction>\d{1,10}?)0*)?$/;
const storedText = /^(?=.*[1-9])\d{1,10}(?:\.\d{1,10})?$/;

/** Equal rates have the same text, so that a repeated order is recognized. */
function canonical(value: unknown): unknown {
  const { whole, fraction = '0' } = decimalText.exec(String(value))?.groups ?? {};
  if (whole === undefined) return value;
  return fraction === '0' ? whole : `${whole}.${fraction}`;
}

/** A number is exact as well, because its text is the shortest one that means it. */
export const exchangeRateInput = (description: string) =>
  z
    .preprocess(
      canonical,
      z
        .string('Must be a text with a decimal number, such as "0.92"')
        .regex(
          storedText,
          'Must be a decimal number above 0 with at most 10 digits before and 10 after the point',
        ),
    )
    .meta({
      description,
      example: '0.92',
      override: { type: ['string', 'number'], description, examples: ['0.92'] },
    });

/** The units of the brand’s currency for one unit of the other. */
export const exchangeRateText = z.string().meta({
  description: 'The units of the brand’s currency for one unit of the other currency, as an exact decimal.',
  example: '0.92',
});

export const storedExchangeRate = z.object({
  brandId: idSchema('brand'),
  currency: z.string(),
  day: z.string(),
  rate: z.string(),
});
export type ExchangeRate = z.output<typeof storedExchangeRate>;

export const currencyParams = z.strictObject({
  currency: currencyInput().meta({
    description: 'The ISO 4217 code of the other currency. Letter case does not count.',
    example: 'USD',
  }),
});

export const maxRates = 100;

const rateInput = z
  .strictObject({
    day: dayInput.meta({ description: 'The day of the rate, at most tomorrow in the brand’s time zone.' }),
    rate: exchangeRateInput('The units of the brand’s currency for one unit of the other.'),
  })
  .meta({ id: 'ExchangeRateInput', description: 'The rate of a day.' });

export const exchangeRatesInput = z
  .strictObject({
    rates: z
      .array(rateInput)
      .min(1)
      .max(maxRates)
      .meta({ description: 'The rates of different days. A rate that is stored for a day is replaced.' }),
  })
  .meta({ id: 'ExchangeRatesInput', description: 'Rates of one currency.' });
export type ExchangeRatesInput = z.output<typeof exchangeRatesInput>;

export const exchangeRateAnswer = z
  .object({
    currency: currency.meta({ description: 'The other currency.' }),
    day: day.meta({ description: 'The day of the rate.' }),
    rate: exchangeRateText,
  })
  .meta({ id: 'ExchangeRate', description: 'What one unit of another currency was worth on a day.' });

export const exchangeRatesAnswer = z
  .object({ rates: z.array(exchangeRateAnswer).meta({ description: 'The rates of the request.' }) })
  .meta({ id: 'ExchangeRates', description: 'The rates that were stored.' });

export const rateFilters = z.strictObject({
  limit: paging.limit,
  cursor: paging.cursor,
  from: dayInput.optional().meta({ description: 'The first day.' }),
  to: dayInput.optional().meta({ description: 'The last day.' }),
});
export type RateFilters = z.output<typeof rateFilters>;

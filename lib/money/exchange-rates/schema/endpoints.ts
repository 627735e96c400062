// Defines the input and the responses of the endpoints of exchange rates.
import * as z from 'zod';
import { paging } from '#lib/foundation/contract/paging.ts';
import { day, dayInput } from '#lib/foundation/shared/date-schemas.ts';
import { currency, currencyInput } from '#lib/foundation/shared/money.ts';
import { exchangeRateInput, exchangeRateText } from './rate.ts';

export const currencyParams = z.strictObject({
  currency: currencyInput().meta({
    description: 'The ISO 4217 code of the other currency. Letter case does not count.',
    example: 'USD',
  }),
});

const maxRates = 100;

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

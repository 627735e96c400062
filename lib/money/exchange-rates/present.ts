// Converts stored exchange rates to API answers.
import type * as z from 'zod';
import type { exchangeRateAnswer } from './schema/endpoints.ts';
import type { ExchangeRate } from './schema/rate.ts';

export const presentExchangeRate = ({
  currency,
  day,
  rate,
}: ExchangeRate): z.input<typeof exchangeRateAnswer> => ({ currency, day, rate });

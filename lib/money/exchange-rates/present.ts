// Converts stored exchange rates to API answers.
import type * as z from 'zod';
import type { ExchangeRate, exchangeRateAnswer } from './schema.ts';

export const presentExchangeRate = ({
  currency,
  day,
  rate,
}: ExchangeRate): z.input<typeof exchangeRateAnswer> => ({ currency, day, rate });

// Declares the endpoints of exchange rates.
import { item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import {
  currencyParams,
  exchangeRateAnswer,
  exchangeRatesAnswer,
  exchangeRatesInput,
  rateFilters,
} from './schema/endpoints.ts';

export const exchangeRates = defineRoutes('exchangeRates', {
  list: {
    method: 'GET',
    path: '/exchange-rates/{currency}',
    summary: 'List exchange rates',
    description: 'Returns the stored rates of a currency, the newest day first. Empty if there are none.',
    access: anyRole,
    scope: 'settings:read',
    params: currencyParams,
    query: rateFilters,
    answer: list(exchangeRateAnswer),
    table: { actions: ['Query'] },
  },
  set: {
    method: 'PUT',
    path: '/exchange-rates/{currency}',
    summary: 'Set exchange rates',
    description:
      'Stores the rates of 1 to 100 days, and replaces those that are stored for these days. An order in the currency without an ' +
      '`exchangeRate` is converted with the rate of its day in the brand’s time zone, or of the nearest of the 7 days before. Recorded orders ' +
      'keep their rate. Repeating a request changes nothing.',
    access: adminOnly,
    scope: 'settings:write',
    params: currencyParams,
    body: exchangeRatesInput,
    answer: item(exchangeRatesAnswer),
    table: { actions: ['PutItem'] },
  },
});

// Declares the items that this domain stores.
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { currencyInRateKey } from '#lib/foundation/table/keys/rate-keys.ts';
import { presentExchangeRate } from './present.ts';
import { storedExchangeRate } from './schema/rate.ts';

export const exchangeRatesItems = {
  exchangeRate: {
    description: 'Exchange rate of a currency on a day',
    example: keys.exchangeRate(sample.brand, 'USD', sample.day),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
    events: recorded({
      schema: storedExchangeRate,
      present: (rate) => presentExchangeRate(rate),
      resourceIdOf: ({ sk }) => currencyInRateKey(sk),
      created: () => 'exchange_rate.updated',
      changed: () => 'exchange_rate.updated',
    }),
  },
} satisfies StoredItems;

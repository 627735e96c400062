import { presentExchangeRate } from '#lib/money/exchange-rates/present.ts';
import { exchangeRates } from '#lib/money/exchange-rates/routes.ts';
import { setRates } from '#lib/money/exchange-rates/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  exchangeRates.set,
  async ({ caller: { brand }, params: { currency }, body, now }) => {
    const rates = await setRates(brand, currency, body, now);
    return { rates: rates.map(presentExchangeRate) };
  },
);

import { presentExchangeRate } from '#lib/money/exchange-rates/present.ts';
import { exchangeRates } from '#lib/money/exchange-rates/routes.ts';
import { listRates } from '#lib/money/exchange-rates/store.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  exchangeRates.list,
  async ({ caller: { brand }, params: { currency }, query, page }) => {
    const found = await listRates(brand.id, currency, query, page);
    return { ...found, items: found.items.map(presentExchangeRate) };
  },
);

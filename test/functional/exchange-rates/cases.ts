// The cost budgets and situations of the endpoints of exchange rates. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { rateBody } from '#test/support/exchange-rates.ts';
import { at } from '#test/support/situation-helpers.ts';

const path = '/exchange-rates/CHF';

export const cases = defineCases({
  'exchangeRates.list': {
    budget: 3,
    situations: {
      'of a currency with rates': async (world) => {
        await world.by.send('PUT', path, { token: world.token, body: rateBody(3) });
        return at(() => path)(world);
      },
      'a page of a longer list': async (world) => {
        await world.by.send('PUT', path, { token: world.token, body: rateBody(3) });
        return at(() => `${path}?limit=1`)(world);
      },
    },
  },
  'exchangeRates.set': {
    budget: 2,
    situations: {
      'two rates': () => ({ path, status: 200, body: rateBody() }),
      'a hundred rates': () => ({ path, status: 200, body: rateBody(100) }),
    },
  },
});

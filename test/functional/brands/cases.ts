// The cost budgets and situations of the endpoints of brands. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

export const cases = defineCases({
  'brands.get': {
    budget: 1,
    situations: { one: at(() => '/brand') },
  },
  'brands.update': {
    budget: 3,
    situations: {
      'its attribution window': () => ({
        path: '/brand',
        status: 200,
        body: { attributionWindowDays: 2 + Math.floor(Math.random() * 80) },
      }),
    },
  },
});

// The cost budgets and situations of the endpoints of billing. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

export const cases = defineCases({
  'billing.get': {
    budget: 2,
    situations: { one: at(() => '/billing') },
  },
  'billing.usage': {
    budget: 2,
    situations: { one: at(() => '/billing/usage') },
  },
});

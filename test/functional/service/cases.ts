// The cost budgets and situations of the endpoints of service. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

export const cases = defineCases({
  'service.resources': {
    budget: 0,
    situations: { it: at(() => '') },
  },
  'service.health': {
    budget: 1,
    situations: { it: at(() => '/health') },
  },
  'service.openapi': {
    budget: 0,
    situations: { it: at(() => '/openapi.json') },
  },
});

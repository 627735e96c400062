// Rare situations of the endpoints of brands. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { setWithIfMatch } from '#test/support/terms.ts';

export const rareCases: SituationsByEndpoint = {
  'brands.setTerms': { 'with `If-Match`': () => setWithIfMatch('/brand/terms') },
};

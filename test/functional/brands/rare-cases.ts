// Rare situations of the endpoints of brands. They may exceed the cost budgets.
import { randomUUID } from 'node:crypto';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { setWithIfMatch } from '#test/support/terms.ts';

export const rareCases: SituationsByEndpoint = {
  'brands.update': {
    'its link prefix': () => ({
      path: '/brand',
      status: 200,
      body: { linkPrefix: `p${randomUUID().slice(0, 8)}` },
    }),
    'its slug': () => ({ path: '/brand', status: 200, body: { slug: `acme-${randomUUID()}`.slice(0, 30) } }),
  },
  'brands.setTerms': { 'with `If-Match`': () => setWithIfMatch('/brand/terms') },
};

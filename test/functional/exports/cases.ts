// The cost budgets and situations of the endpoints of exports. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

export const cases = defineCases({
  'exports.create': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'all creators': () => ({
        path: '/exports',
        status: 201,
        body: { resource: 'affiliates', format: 'csv' },
      }),
    },
  },
  'exports.list': {
    budget: 2,
    situations: { all: at(() => '/exports') },
  },
  'exports.get': {
    budget: 2,
    situations: {
      'an export': async ({ by, token }) => ({
        path: `/exports/${(await by.createExport(token)).id}`,
        status: 200,
      }),
    },
  },
  'exports.retry': {
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'a failed export': async ({ by, brandId }) => ({
        path: `/exports/${(await by.createFailedExport(brandId)).id}/retry`,
        status: 200,
      }),
    },
  },
});

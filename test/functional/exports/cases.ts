// The cost budgets and situations of the endpoints of exports. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

const body = { resource: 'affiliates', format: 'csv' };

export const cases = defineCases({
  'exports.create': {
    // Reads which of the exports that were in progress still are.
    budget: 3,
    budgetWithKey: 4,
    situations: {
      'all creators': async ({ by, brandId }) => {
        await by.freeExportPlaces(brandId);
        return { path: '/exports', status: 201, body };
      },
      'while another export is in progress': async ({ by, brandId, token }) => {
        await by.freeExportPlaces(brandId);
        await by.createExport(token);
        return { path: '/exports', status: 201, body };
      },
    },
  },
  'exports.list': {
    budget: 2,
    situations: { all: at(() => '/exports') },
  },
  'exports.get': {
    budget: 2,
    situations: {
      'an export': async ({ by, brandId, token }) => {
        await by.freeExportPlaces(brandId);
        return { path: `/exports/${(await by.createExport(token)).id}`, status: 200 };
      },
    },
  },
  'exports.retry': {
    budget: 4,
    budgetWithKey: 5,
    situations: {
      'a failed export': async ({ by, brandId }) => {
        await by.freeExportPlaces(brandId);
        return { path: `/exports/${(await by.createFailedExport(brandId)).id}/retry`, status: 200 };
      },
    },
  },
});

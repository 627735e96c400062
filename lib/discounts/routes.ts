// The endpoints of discount codes.
import * as z from 'zod';
import { batch, created, empty, item, list } from '#lib/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/contract/route.ts';
import { idOf } from '#lib/shared/ids.ts';
import { bulkInput, bulkResult, discountAnswer, discountFilters, discountInput } from './schema.ts';

const params = z.strictObject({ id: idOf('discount') });

export const discounts = defineRoutes('discounts', {
  list: {
    method: 'GET',
    path: '/discounts',
    summary: 'List discount codes, newest first',
    access: anyRole,
    query: discountFilters,
    answer: list(discountAnswer),
    table: { actions: ['Query'], indexes: ['byAffiliate'] },
  },
  get: {
    method: 'GET',
    path: '/discounts/{id}',
    summary: 'Get one discount code',
    access: anyRole,
    params,
    answer: item(discountAnswer),
    table: { actions: ['GetItem', 'Query'] },
  },
  create: {
    method: 'POST',
    path: '/discounts',
    summary: 'Create a discount code',
    description:
      'Codes are unique in the brand, whatever their case: 409. A creator or campaign that does not exist is a 400.',
    access: adminOnly,
    body: discountInput,
    answer: created(discountAnswer),
    conflicts: true,
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  createBulk: {
    method: 'POST',
    path: '/discounts/bulk',
    summary: 'Create up to 100 discount codes',
    description:
      'Each is created or refused on its own; `data` has one result for each, in the order sent. A body of the wrong shape (a ' +
      'definition that lacks a field, has an unknown one, or one of the wrong form) is a 400 and creates nothing. Where the ' +
      'service is too busy for all of them, those left over fail with a 503 each; with an `Idempotency-Key` the answer is a ' +
      '503, and the same request, sent again, goes on where it stopped.',
    access: adminOnly,
    body: bulkInput,
    answer: batch(bulkResult),
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/discounts/{id}',
    summary: 'Delete a discount code',
    description: 'The code can be created again afterwards.',
    access: adminOnly,
    params,
    answer: empty(),
    table: { actions: ['GetItem', 'DeleteItem', 'UpdateItem'] },
  },
});

// Declares the endpoints of customers. The erasure of a customer is in lib/care/privacy.
import { item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { customerAnswer, customerChanges, customerFilters, customerParams } from './schema/endpoints.ts';

export const customers = defineRoutes('customers', {
  list: {
    method: 'GET',
    path: '/customers',
    summary: 'List customers',
    description:
      'Returns the customers who were bound to a creator, the newest first. A customer without a `customerId`, whose orders have only an ' +
      'e-mail address, is not listed.',
    access: anyRole,
    scope: 'conversions:read',
    query: customerFilters,
    answer: list(customerAnswer),
    table: { actions: ['BatchGetItem'], indexes: ['byCustomer', 'byTime'] },
  },
  get: {
    method: 'GET',
    path: '/customers/{customerId}',
    summary: 'Get a customer',
    description: 'Returns the creator to whom the customer is bound, and the former ones.',
    access: anyRole,
    scope: 'conversions:read',
    params: customerParams,
    answer: item(customerAnswer),
    table: { actions: ['GetItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/customers/{customerId}',
    summary: 'Move a customer',
    description:
      'Binds the customer to another creator, or to nobody, with the e-mail addresses that were bound together with the customer. It ' +
      'affects orders that occur from now on. The months of `customerAttribution` still begin with `boundAt`. A move to the present ' +
      'creator changes nothing.',
    access: adminOnly,
    scope: 'conversions:write',
    params: customerParams,
    body: customerChanges,
    answer: item(customerAnswer),
    errors: ['reference_not_found'],
    table: { actions: ['GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});

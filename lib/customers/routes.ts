// Declares the endpoints of customers, who exist only as ids of orders.
import * as z from 'zod';
import { accepted } from '#lib/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/contract/route.ts';
import { ownId } from '#lib/conversions/schema/order.ts';
import { erasureAnswer } from '#lib/privacy/schema/erasure.ts';

const params = z.strictObject({
  customerId: ownId('customer-7').meta({ description: 'Your id of the customer.' }),
});

export const customers = defineRoutes('customers', {
  erasePersonalData: {
    method: 'DELETE',
    path: '/customers/{customerId}/personal-data',
    summary: 'Erase a customer’s personal data',
    description:
      'Removes the hash of the e-mail address, metadata, names of products and free text from all orders of the customer, from events, ' +
      'the audit trail and exports. Ids and amounts stay; a `customerId` that is an e-mail address becomes null. The request continues ' +
      'in the background: get the erasure until its status is `completed`, usually within a minute. Exports that may contain the orders ' +
      'expire. A repeated request returns the same erasure, unless the customer has ordered again.',
    access: adminOnly,
    scope: 'conversions:write',
    params,
    answer: accepted(erasureAnswer),
    errors: ['customer_not_found'],
    throttle: 'strict',
    table: { actions: ['Query', 'PutItem'], indexes: ['byCustomer'] },
  },
});

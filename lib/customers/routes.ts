// Declares the endpoints of customers, who exist only as ids of orders.
import * as z from 'zod';
import { accepted } from '#lib/contract/answer.ts';
import { adminOfAnyPlan, defineRoutes } from '#lib/contract/route.ts';
import { erasureAnswer } from '#lib/privacy/schema/erasure.ts';
import { resourceName } from '#lib/shared/resource-names.ts';

const params = z.strictObject({
  customerId: resourceName('customer', /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/).meta({
    description: 'Your id of the customer.',
    example: 'customer-7',
  }),
});

export const customers = defineRoutes('customers', {
  erase: {
    method: 'DELETE',
    path: '/customers/{customerId}/personal-data',
    summary: 'Erase a customer’s personal data',
    description:
      'Removes the hash of the e-mail address, metadata, names of products and free text from all orders of the customer, from events, ' +
      'the audit trail and exports. Ids and amounts stay; a `customerId` that is an e-mail address becomes null. The request continues ' +
      'in the background: get the erasure until its status is `completed`, usually within a minute. Exports that may contain the orders ' +
      'expire. Responses of webhook endpoints, which may repeat the data of an event, are kept for 7 days. A repeated request returns the same erasure, unless the customer has ordered again. Available ' +
      'on every plan.',
    access: adminOfAnyPlan,
    scope: 'conversions:write',
    ignoresRequestLimit: true,
    params,
    answer: accepted(erasureAnswer),
    errors: ['customer_not_found'],
    throttle: 'strict',
    table: { actions: ['PutItem'], indexes: ['byCustomer'] },
  },
});

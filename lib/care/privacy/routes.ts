// Declares the endpoints of the personal data of creators, and of erasures.
import * as z from 'zod';
import { accepted, feed, item } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, adminOnly, defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { customerParams } from '#lib/money/customers/schema/endpoints.ts';
import { erasureAnswer, ownErasureInput } from './schema/erasure.ts';
import { personalRecord, recordsMeta, recordsQuery } from './schema/record.ts';

const params = z.strictObject({ id: idSchema('affiliate') });

export const privacy = defineRoutes('privacy', {
  getAffiliate: {
    method: 'GET',
    path: '/affiliates/{id}/personal-data',
    summary: 'Get a creator’s personal data',
    description:
      'Returns everything that is stored about a creator: the creator, discount codes, links, attributed orders, commissions, disputes, fraud findings, payment details (masked), lines of payouts, ' +
      'memberships of campaigns, and the events of the creator and of these codes, orders, commissions, disputes and findings, in this order. Each page has ' +
      'records of one kind, and can be empty: continue until `meta.cursor` is null.',
    access: adminOnly,
    scope: 'creators:read',
    contentScopes: [
      'campaigns:read',
      'discounts:read',
      'conversions:read',
      'commissions:read',
      'payouts:read',
    ],
    params,
    query: recordsQuery,
    answer: feed(personalRecord, recordsMeta),
    errors: ['affiliate_not_found'],
    table: { actions: ['Query'], indexes: ['byAffiliate'], guarded: { paymentDetails: 'read' } },
  },
  eraseAffiliate: {
    method: 'DELETE',
    path: '/affiliates/{id}/personal-data',
    summary: 'Erase a creator’s personal data',
    description:
      'Removes name, e-mail address, metadata, payment details and free text of the creator from all items, events, the audit trail and exports. Ids, ' +
      'codes and amounts stay. The creator is banned at once, has the name `Erased` and an e-mail address of the domain ' +
      '`erased.invalid`, and cannot be changed any more. The rest continues in the background: get the erasure until its status is ' +
      '`completed`, usually within a minute. Exports that may contain the creator expire. ' +
      'Responses of webhook endpoints, which may repeat the data of an event, are kept for 7 days. A repeated request returns the same erasure. Available on every plan.',
    access: adminOfAnyPlan,
    scope: 'creators:write',
    ignoresRequestLimit: true,
    params,
    answer: accepted(erasureAnswer),
    errors: ['affiliate_not_found'],
    throttle: 'strict',
    table: { actions: ['PutItem', 'UpdateItem', 'DeleteItem'] },
  },
  getErasure: {
    method: 'GET',
    path: '/personal-data-erasures/{id}',
    summary: 'Get an erasure',
    description:
      'Returns the progress of the erasure of a creator or of a customer. Available on every plan.',
    access: adminOfAnyPlan,
    scope: 'creators:read',
    params: z.strictObject({ id: idSchema('erasure') }),
    answer: item(erasureAnswer),
    table: { actions: [] },
  },
});

export const creator = defineRoutes('creator', {
  erase: {
    method: 'DELETE',
    path: '/creator',
    summary: 'Delete the own account',
    description:
      'Erases the personal data of the creator of the session, as `DELETE /affiliates/{id}/personal-data` does, and ends all sessions. ' +
      'Approved commissions stay owed.',
    access: ownCreator,
    ignoresRequestLimit: true,
    body: ownErasureInput,
    answer: accepted(erasureAnswer),
    throttle: 'strict',
    table: { actions: ['PutItem', 'UpdateItem', 'DeleteItem'] },
  },
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
    params: customerParams,
    answer: accepted(erasureAnswer),
    errors: ['customer_not_found'],
    throttle: 'strict',
    table: { actions: ['PutItem'], indexes: ['byCustomer'] },
  },
});

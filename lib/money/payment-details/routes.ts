// Declares the endpoints of payment details.
import * as z from 'zod';
import { empty, item } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { payoutDetailsAnswer } from './schema/answer.ts';
import { payoutDetailsInput } from './schema/input.ts';

const params = z.strictObject({ id: idSchema('affiliate') });
const path = '/affiliates/{id}/payout-details';

export const payoutDetails = defineRoutes('payoutDetails', {
  get: {
    method: 'GET',
    path,
    summary: 'Get payment details',
    description:
      'Returns how the creator is paid, and the tax data. Accounts and numbers are masked: only payout files contain them.',
    access: anyRole,
    scope: 'creators:read',
    contentScopes: ['payouts:read'],
    params,
    answer: item(payoutDetailsAnswer),
    errors: ['affiliate_not_found'],
    table: { actions: [], guarded: { paymentDetails: 'read' } },
  },
  set: {
    method: 'PUT',
    path,
    summary: 'Set payment details',
    description:
      'Replaces the payment details of the creator. Payout files use them 48 hours later, and the former details until then; the first details of ' +
      'a creator are used at once. A repeated request changes nothing. The answer is masked.',
    access: adminOnly,
    scope: 'creators:write',
    contentScopes: ['payouts:write'],
    params,
    body: payoutDetailsInput,
    answer: item(payoutDetailsAnswer),
    errors: ['affiliate_not_found', 'affiliate_erased'],
    readsPaymentKey: true,
    table: {
      actions: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { paymentDetails: 'write' },
    },
  },
  delete: {
    method: 'DELETE',
    path,
    summary: 'Delete payment details',
    description:
      'Deletes the payment details and the tax data of the creator at once. Details that are set later are held for 48 hours.',
    access: adminOnly,
    scope: 'creators:write',
    contentScopes: ['payouts:write'],
    params,
    answer: empty(),
    errors: ['affiliate_not_found'],
    table: {
      actions: ['UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { paymentDetails: 'write' },
    },
  },
});

const ownPath = '/creator/payout-details';

export const creator = defineRoutes('creator', {
  getPaymentData: {
    method: 'GET',
    path: ownPath,
    summary: 'Get the own payment details',
    description: 'Returns how the brand pays the creator, and the tax data. Accounts and numbers are masked.',
    access: ownCreator,
    answer: item(payoutDetailsAnswer),
    table: { actions: [], guarded: { paymentDetails: 'read' } },
  },
  setPaymentData: {
    method: 'PUT',
    path: ownPath,
    summary: 'Set the own payment details',
    description:
      'Replaces the payment details of the creator. The brand uses them 48 hours later, also the first ones, and the former details until then. ' +
      'The creator receives an e-mail. A repeated request changes nothing. The answer is masked.',
    access: ownCreator,
    body: payoutDetailsInput,
    answer: item(payoutDetailsAnswer),
    errors: ['affiliate_erased'],
    readsPaymentKey: true,
    table: {
      actions: ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { paymentDetails: 'write' },
    },
  },
});

// What tests need to be there, created through the front door as a caller would: by whatever sends requests.
import { randomBytes } from 'node:crypto';
import { dataOf } from './answers.ts';
import type { Answer, Send } from './service.ts';

export type { Send } from './service.ts';

/** The ways to name what a test does not care about, none of them twice. */
export const unusedEmail = (): string => `${randomBytes(6).toString('hex')}@creators.test`;
export const unusedCode = (): string => `code-${randomBytes(6).toString('hex')}`;
export const unusedOrder = (): string => `order-${randomBytes(6).toString('hex')}`;

/** One of the definitions that are sent in bulk. */
export const discountDefinition = (affiliateId: string, changes: object = {}) => ({
  code: unusedCode(),
  type: 'percentage',
  value: 15,
  affiliateId,
  ...changes,
});

export function creationsBy(send: Send) {
  const created = (path: string, token: string, body: object) =>
    dataOf(send('POST', path, { token, body }), 201);
  return {
    invite: (token: string, body: object = {}) =>
      created('/affiliates/invite', token, { email: unusedEmail(), ...body }),

    createCampaign: (token: string, body: object = {}) =>
      created('/campaigns', token, { name: 'Spring', ...body }),

    createDiscount: (token: string, affiliateId: string, body: object = {}) =>
      created('/discounts', token, discountDefinition(affiliateId, body)),

    /** Of 100, unless the body says otherwise. */
    recordOrder: (token: string, body: object = {}) =>
      created('/conversions', token, { orderId: unusedOrder(), amount: 100, ...body }),

    sendInBulk: (token: string, discounts: unknown): Promise<Answer> =>
      send('POST', '/discounts/bulk', { token, body: { discounts } }),

    /** Changes something, and answers it as it is then. */
    patch: (token: string, path: string, body: object) => dataOf(send('PATCH', path, { token, body })),
  };
}

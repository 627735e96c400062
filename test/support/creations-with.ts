// Creates test data through the API with any client.
import { randomBytes } from 'node:crypto';
import { now } from '#lib/foundation/shared/clock.ts';
import { addDays, dayOf } from '#lib/foundation/shared/dates.ts';
import { dataOf } from './answers.ts';
import type { Answer, Send } from './service.ts';
import { shopSecret, signedHeaders, wooOrder } from './shop-messages.ts';
import { exampleTerms } from './terms.ts';

export type { Send } from './service.ts';

export const unusedEmail = (): string => `${randomBytes(6).toString('hex')}@creators.test`;
export const unusedCode = (): string => `code-${randomBytes(6).toString('hex')}`;
export const unusedOrder = (): string => `order-${randomBytes(6).toString('hex')}`;

/** The file has one order without a creator unless `body` says otherwise. */
export const reconciliationBody = (body: object = {}) => ({
  format: 'general',
  csv: 'orderId,amount,occurredAt\norder-1041,49.90,2026-03-01T09:30:00Z',
  ...body,
});

/** A simulation of all recent orders, also if the day ends during the test. */
export function simulationBody(changes: object = {}) {
  const today = dayOf(now());
  return { terms: exampleTerms, from: addDays(today, -1), to: addDays(today, 1), ...changes };
}

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
  const patch = (token: string, path: string, body: object) => dataOf(send('PATCH', path, { token, body }));
  const invite = (token: string, body: object = {}) =>
    created('/affiliates/invite', token, { email: unusedEmail(), ...body });
  return {
    invite,

    /** Payouts exclude creators who are still invited. */
    inviteActive: async (token: string, body: object = {}) => {
      const { id } = await invite(token, body);
      return patch(token, `/affiliates/${id}`, { status: 'active' });
    },

    /** The key has all scopes unless `body` says otherwise. The result contains it in `key`. */
    createApiKey: (token: string, body: object = {}) =>
      created('/api-keys', token, { name: 'Shop server', mode: 'live', scopes: ['*'], ...body }),

    createCampaign: (token: string, body: object = {}) =>
      created('/campaigns', token, { name: 'Spring', ...body }),

    createDiscount: (token: string, affiliateId: string, body: object = {}) =>
      created('/discounts', token, discountDefinition(affiliateId, body)),

    /** The amount defaults to 100. */
    recordOrder: (token: string, body: object = {}) =>
      created('/conversions', token, { orderId: unusedOrder(), amount: 100, ...body }),

    /** The dispute is about a missing order unless `body` says otherwise. */
    openDispute: (token: string, affiliateId: string, body: object = {}) =>
      created('/disputes', token, {
        affiliateId,
        kind: 'missingOrder',
        message: 'My order is missing',
        ...body,
      }),

    /** A creator buys through the own link. A test key cannot change settings, so that its twin needs the rule from its brand. */
    createFinding: async (token: string, action: 'notify' | 'hold' | 'reject' = 'hold') => {
      const externalId = unusedOrder();
      await send('PATCH', '/brand', { token, body: { fraudRules: { selfReferral: { action } } } });
      const { id } = await invite(token, { externalId });
      const { trackingCode } = await patch(token, `/affiliates/${id}`, { status: 'active' });
      const order = { orderId: unusedOrder(), amount: 100, trackingCode, customerId: externalId };
      await created('/conversions', token, order);
      const [finding] = await dataOf(send('GET', `/fraud-findings?affiliateId=${id}`, { token }));
      return finding;
    },

    /** No commission is as old as the filter says, so nothing changes. */
    startDecision: async (token: string, decision: 'approve' | 'reject' = 'approve') => {
      const reason = decision === 'reject' ? { reason: 'Fraud' } : {};
      const filter = { status: 'pending', createdTo: '2020-01-01' };
      const body = { decision, filter, ...reason };
      return dataOf(send('POST', '/commissions/decisions', { token, body }), 202);
    },

    createLink: (token: string, affiliateId: string, body: object = {}) =>
      created('/links', token, { affiliateId, slug: unusedCode(), ...body }),
    createExport: (token: string, body: object = {}) =>
      created('/exports', token, { resource: 'affiliates', format: 'csv', ...body }),

    /** The file has one creator unless `body` says otherwise. */
    createImport: (token: string, body: object = {}) =>
      created('/imports', token, { type: 'creators', csv: `email\n${unusedEmail()}`, ...body }),

    createConnection: (token: string, body: object = {}) =>
      created('/connections', token, { type: 'woocommerce', name: 'Shop', secret: shopSecret, ...body }),

    createReconciliation: (token: string, connectionId: string, body: object = {}) =>
      created(`/connections/${connectionId}/reconciliations`, token, reconciliationBody(body)),

    /** The topic needs nothing, so the messages are ignored. */
    createMessages: async (connectionId: string): Promise<void> => {
      for (const body of [wooOrder(), wooOrder()]) {
        const headers = { ...signedHeaders(body), 'x-wc-webhook-topic': 'product.updated' };
        await send('POST', `/connections/${connectionId}/events`, { body, headers });
      }
    },

    /** The result contains the secret in `secret`. Nothing is behind the default URL. */
    createSimulation: (token: string, body: object = {}) =>
      created('/simulations', token, simulationBody(body)),
    createWebhook: (token: string, body: object = {}) =>
      created('/webhook-endpoints', token, { url: 'https://hooks.acme.test/events', ...body }),

    sendInBulk: (token: string, discounts: unknown): Promise<Answer> =>
      send('POST', '/discounts/bulk', { token, body: { discounts } }),

    patch,
  };
}

// Creates brands with items of every kind, for tests of the isolation of brands and of test twins.
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { dataOf } from './answers.ts';
import { createCommission } from './commissions.ts';
import {
  createApiKey,
  createCampaign,
  createConnection,
  createDiscount,
  createExport,
  createFinding,
  createImport,
  createLink,
  createMessages,
  createReconciliation,
  createSimulation,
  createWebhook,
  inviteActive,
  openDispute,
  recordOrder,
  startDecision,
  unusedEmail,
} from './creations.ts';
import { reconciliationBody } from './creations-with.ts';
import { createDelivery } from './deliveries.ts';
import { createDifference } from './differences.ts';
import { endComparison } from './ended-comparisons.ts';
import { rateBody } from './exchange-rates.ts';
import { refund as refundOrder } from './orders.ts';
import { sepaDetails } from './payment-details.ts';
import { createEvent } from './recorded-event.ts';
import { type Answer, createBrand, send } from './service.ts';
import { exampleTerms } from './terms.ts';

/** The test twin of a brand, with a test key instead of an access token. */
async function twinOf({ brand, admin }: Account) {
  const { key } = await createApiKey(admin, { mode: 'test' });
  return { brand: { id: twinIdOf(brand.id, 0) }, admin: key };
}

interface Account {
  readonly brand: { readonly id: string };
  readonly admin: string;
}

const userOf = ({ admin }: { readonly admin: string }) =>
  dataOf(send('POST', '/users', { token: admin, body: { email: unusedEmail(), role: 'member' } }), 201);

/** Creates two items of each kind in a new brand, or in the test twin of an existing one. */
export async function brandWithEverything(live?: Account) {
  const { brand, admin } = live === undefined ? await createBrand('scale') : await twinOf(live);
  const account = live ?? { admin };
  const apiKey = await createApiKey(account.admin);
  await createApiKey(account.admin);
  const user = await userOf(account);
  const campaign = await createCampaign(admin);
  const otherCampaign = await createCampaign(admin);
  const campaignIds = [campaign.id, otherCampaign.id];
  const affiliate = await inviteActive(admin, { campaignIds });
  const otherAffiliate = await inviteActive(admin, { campaignIds });
  const discount = await createDiscount(admin, affiliate.id);
  await createDiscount(admin, affiliate.id);
  await createDiscount(admin, otherAffiliate.id);
  const [link] = [await createLink(admin, affiliate.id), await createLink(admin, otherAffiliate.id)];
  const of = { brandId: brand.id, affiliateId: affiliate.id };
  const commission = await createCommission(of);
  await createCommission(of);
  await createCommission({ brandId: brand.id, affiliateId: otherAffiliate.id });
  const dispute = await openDispute(admin, affiliate.id);
  await openDispute(admin, otherAffiliate.id);
  const [fraudFinding] = [await createFinding(admin), await createFinding(admin)];
  const decision = await startDecision(admin);
  await startDecision(admin, 'reject');
  const payouts = [];
  for (let made = 0; made < 2; made += 1) {
    const status = 'approved';
    await createCommission({ ...of, status });
    await createCommission({ ...of, affiliateId: otherAffiliate.id, status });
    payouts.push((await send('POST', '/payouts', { token: admin })).json.data);
  }
  const [payout] = payouts;
  const customer = { id: `customer-of-${brand.id}` };
  const { trackingCode } = affiliate;
  const conversion = await recordOrder(admin, { trackingCode, customerId: customer.id });
  const refund = { id: `refund-of-${brand.id}` };
  for (const refundId of [refund.id, 'refund-2']) {
    await refundOrder(admin, conversion.id, { refundId, amount: 1 });
    await send('POST', '/refunds', { token: admin, body: { orderId: 'order-0', refundId, amount: 1 } });
  }
  const erased = await inviteActive(admin);
  const erasure = (await send('DELETE', `/affiliates/${erased.id}/personal-data`, { token: admin })).json
    .data;
  await recordOrder(admin, { trackingCode: affiliate.trackingCode, customerId: `other-of-${brand.id}` });
  await send('PUT', '/exchange-rates/CHF', { token: admin, body: rateBody() });
  await recordOrder(admin, { trackingCode: otherAffiliate.trackingCode });
  const [exported] = [await createExport(admin), await createExport(admin)];
  const simulation = await createSimulation(admin);
  const [imported] = [await createImport(admin), await createImport(admin)];
  const [connection] = [await createConnection(admin), await createConnection(admin)];
  await createMessages(connection.id);
  const [reconciliation] = [
    await createReconciliation(admin, connection.id),
    await createReconciliation(admin, connection.id),
  ];
  for (let count = 0; count < 2; count += 1)
    await createDifference({ brandId: brand.id, reconciliationId: reconciliation.id });
  await endComparison({ brandId: brand.id, id: reconciliation.id });
  const [event] = [await createEvent(brand.id), await createEvent(brand.id)];
  const [webhookEndpoint] = [await createWebhook(admin), await createWebhook(admin)];
  const ofEndpoint = { brandId: brand.id, endpointId: webhookEndpoint.id };
  const [delivery] = [await createDelivery(ofEndpoint), await createDelivery(ofEndpoint)];
  const creators = { affiliate, otherAffiliate };
  return {
    brand,
    admin,
    apiKey,
    campaign,
    otherCampaign,
    ...creators,
    discount,
    link,
    commission,
    conversion,
    decision,
    dispute,
    fraudFinding,
    payout,
    export: exported,
    import: imported,
    connection,
    reconciliation,
    simulation,
    customer,
    refund,
    erasure,
    user,
    event,
    webhookEndpoint,
    delivery,
  };
}

export type World = Awaited<ReturnType<typeof brandWithEverything>>;

/** Bodies with which a request to the endpoint would change the item. */
export const bodies: Readonly<Record<string, object>> = {
  'apiKeys.update': { name: 'Taken over' },
  'customers.update': { affiliateId: null, reason: 'Taken over' },
  'links.update': { name: 'Taken over' },
  'discounts.update': { metadata: { owner: 'Globex' } },
  'conversions.update': { externalId: 'taken-over' },
  'affiliates.update': { status: 'banned', name: 'Taken over' },
  'exchangeRates.set': rateBody(),
  'affiliates.setTerms': { terms: exampleTerms },
  'payoutDetails.set': sepaDetails,
  'campaigns.setTerms': { terms: exampleTerms },
  'campaigns.update': { status: 'active', name: 'Taken over' },
  'tracking.recordClick': { visitorId: 'visitor-1' },
  'commissions.reject': { reason: 'Taken over' },
  'conversions.cancel': { reason: 'Taken over' },
  'conversions.attribute': { affiliateId: null, reason: 'Taken over' },
  'conversions.refund': { refundId: 'refund-1', amount: 1 },
  'refunds.reverse': { reason: 'Taken over' },
  'disputes.accept': { reason: 'Taken over' },
  'disputes.reject': { reason: 'Taken over' },
  'fraudFindings.decide': { decision: 'confirm' },
  'users.update': { name: 'Taken over' },
  'webhooks.update': { description: 'Taken over' },
  'webhooks.replay': { from: new Date().toISOString() },
  'connections.update': { name: 'Taken over' },
  'connections.retry': { filter: { state: 'failed' } },
  'reconciliations.create': reconciliationBody(),
  'reconciliations.apply': {},
  'imports.update': { columns: ['email'] },
  'imports.start': { onExisting: 'skip' },
  'payouts.update': { status: 'canceled' },
  'payouts.updateLine': { status: 'failed' },
  'payouts.uploadResults': { format: 'general', csv: 'affiliateId,status\naff_1,failed\n' },
  'payouts.reopen': { reason: 'Bank error' },
};

/** A response without its request id. */
export const visible = ({ status, text, headers: { 'x-request-id': _, ...headers } }: Answer) => ({
  status,
  text,
  headers,
});

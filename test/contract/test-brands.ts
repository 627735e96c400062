// Creates the test brands and their items through the operator's command line and the API.
import { randomBytes } from 'node:crypto';
import type { PlanName } from '#lib/access/billing/rules/plans.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { dataOf } from '#test/support/answers.ts';
import { creationsBy, type Send } from '#test/support/creations-with.ts';
import { rateBody } from '#test/support/exchange-rates.ts';
import type { TestItems } from '#test/support/requests.ts';
import { password, type SituationActions } from '#test/support/situations.ts';
import type { StageUnderTest } from './stage-under-test.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A brand with one user and one token per role. */
export interface TestBrand {
  readonly brandId: string;
  readonly users: Readonly<Record<Role, Credentials>>;
  readonly admin: string;
  readonly member: string;
}

const newAddress = (): string => `${randomBytes(6).toString('hex')}@brands.test`;

export async function logIn(send: Send, body: Credentials): Promise<string> {
  return (await dataOf(send('POST', '/auth/brand/login', { body }))).accessToken;
}

const optionsOf = (given: object): readonly string[] =>
  Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);

export async function createTestBrand(
  send: Send,
  { operator }: StageUnderTest,
  plan: PlanName,
): Promise<TestBrand> {
  const admin = { email: newAddress(), password };
  const member = { email: newAddress(), password };
  const landing = { 'landing-url': 'https://acme.test/' };
  const { id } = await operator(
    'brand',
    'create',
    ...optionsOf({ name: 'Acme', plan, ...admin, ...landing }),
  );
  await operator('brand', 'set-request-limit', ...optionsOf({ brand: id, 'per-minute': 30_000 }));
  await operator('user', 'create', ...optionsOf({ brand: id, role: 'member', ...member }));
  const [adminToken, memberToken] = await Promise.all([logIn(send, admin), logIn(send, member)]);
  return { brandId: id, users: { admin, member }, admin: adminToken, member: memberToken };
}

export function meansOf(
  send: Send,
  { onTable }: StageUnderTest,
  brands: readonly TestBrand[],
): SituationActions {
  const brandWithId = (brandId: string): TestBrand => {
    const found = brands.find((party) => party.brandId === brandId);
    if (found === undefined) throw new Error(`There is no brand ${brandId}`);
    return found;
  };
  return {
    ...creationsBy(send),
    send,
    newToken: async (brandId, role) => ({ token: await logIn(send, brandWithId(brandId).users[role]) }),
    createCommission: (commission) => onTable('commission', commission),
    createDelivery: (endpoint) => onTable('delivery', endpoint),
    createFailedExport: (brandId) => onTable('failedExport', { brandId }),
    fillExportPlaces: (brandId) => onTable('filledExportPlaces', { brandId }),
    freeExportPlaces: (brandId) => onTable('freedExportPlaces', { brandId }),
    endDecisions: (brandId) => onTable('endedDecisions', { brandId }),
    createDifference: (named) => onTable('difference', named),
    endComparison: (named) => onTable('endedComparison', named),
    fillSimulationPlaces: (brandId) => onTable('filledSimulationPlaces', { brandId }),
    freeSimulationPlaces: (brandId) => onTable('freedSimulationPlaces', { brandId }),
    createEvent: (brandId) => onTable('event', { brandId }),
    createPerson: async (brandId, input) => {
      const user = await onTable('user', { brandId, ...input });
      const credentials = { email: user.email, password };
      return { ...user, token: user.status === 'active' ? await logIn(send, credentials) : '' };
    },
    unsubscribeTokenOf: async (creator) => (await onTable('unsubscribe', creator)).token,
    applicationTokenOf: async (brandId) => (await onTable('application', { brandId })).token,
    linkTokenOf: async (person, purpose) => (await onTable('link', { person, purpose })).token,
  };
}

/** Creates two items of each kind and returns one of each. */
export async function createTestItems(
  by: SituationActions,
  { brandId, admin }: TestBrand,
): Promise<TestItems> {
  const apiKeys = await Promise.all([by.createApiKey(admin), by.createApiKey(admin)]);
  const campaigns = await Promise.all([by.createCampaign(admin), by.createCampaign(admin)]);
  const campaignIds = campaigns.map(({ id }) => id);
  const [affiliate, other] = await Promise.all([
    by.inviteActive(admin, { campaignIds }),
    by.inviteActive(admin, { campaignIds }),
  ]);
  const given = { brandId, affiliateId: affiliate.id };
  const [discount, , commission, , conversion] = await Promise.all([
    by.createDiscount(admin, affiliate.id),
    by.createDiscount(admin, affiliate.id),
    by.createCommission(given),
    by.createCommission(given),
    by.recordOrder(admin, { customerId: `customer-of-${brandId}`, trackingCode: affiliate.trackingCode }),
    by.recordOrder(admin, { customerId: 'another-customer', trackingCode: other.trackingCode }),
  ]);
  const [link] = [await by.createLink(admin, affiliate.id), await by.createLink(admin, other.id)];
  const dispute = await by.openDispute(admin, affiliate.id);
  await by.openDispute(admin, other.id);
  const [fraudFinding] = [await by.createFinding(admin), await by.createFinding(admin)];
  const decision = await by.startDecision(admin);
  await by.startDecision(admin, 'reject');
  const payouts: { id: string }[] = [];
  for (let made = 0; made < 2; made += 1) {
    await by.createCommission({ ...given, status: 'approved' });
    await by.createCommission({ brandId, affiliateId: other.id, status: 'approved' });
    payouts.push((await by.send('POST', '/payouts', { token: admin })).json.data);
  }
  const body = { email: `${brandId.toLowerCase()}@users.test`, role: 'member' };
  const user = (await by.send('POST', '/users', { token: admin, body })).json.data;
  const [exported] = [await by.createExport(admin), await by.createExport(admin)];
  const simulation = await by.createSimulation(admin);
  const [imported] = [await by.createImport(admin), await by.createImport(admin)];
  const [connection] = [await by.createConnection(admin), await by.createConnection(admin)];
  await by.createMessages(connection.id);
  const [reconciliation] = [
    await by.createReconciliation(admin, connection.id),
    await by.createReconciliation(admin, connection.id),
  ];
  for (let count = 0; count < 2; count += 1)
    await by.createDifference({ brandId, reconciliationId: reconciliation.id });
  const [event] = [await by.createEvent(brandId), await by.createEvent(brandId)];
  const erased = await by.invite(admin);
  const erasure = (await by.send('DELETE', `/affiliates/${erased.id}/personal-data`, { token: admin })).json
    .data;
  const [webhookEndpoint] = [await by.createWebhook(admin), await by.createWebhook(admin)];
  const ofEndpoint = { brandId, endpointId: webhookEndpoint.id };
  const [delivery] = [await by.createDelivery(ofEndpoint), await by.createDelivery(ofEndpoint)];
  const [payout] = payouts;
  if (payout === undefined) throw new Error('There is no payout');
  await by.send('PUT', '/exchange-rates/CHF', { token: admin, body: rateBody() });
  const refund = { id: `refund-of-${brandId}` };
  for (const refundId of [refund.id, 'refund-2']) {
    const given = { refundId, amount: 1 };
    await by.send('POST', `/conversions/${conversion.id}/refunds`, { token: admin, body: given });
    await by.send('POST', '/refunds', { token: admin, body: { orderId: 'order-0', ...given } });
  }
  const campaign = campaigns[0];
  return {
    apiKey: apiKeys[0],
    affiliate,
    campaign,
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
    user,
    event,
    erasure,
    webhookEndpoint,
    delivery,
    customer: { id: `customer-of-${brandId}` },
    refund,
  };
}

// Tests that every endpoint with a documented conflict returns 409.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { statusOfCode } from '#lib/surface/api/error-codes.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { simulationBody } from '#test/support/creations-with.ts';
import { until } from '#test/support/local-stage.ts';
import { detailsPath, sepaDetails } from '#test/support/payment-details.ts';
import { secondFactorsBy } from '#test/support/second-factors-with.ts';
import type { Answer } from '#test/support/service.ts';
import type { GetSetting, Setting } from './setting.ts';

type Conflict = (setting: Setting) => Promise<Answer>;

/** The session of a creator ends with the erasure, so only a request at the same time gets this conflict. */
const onlyAtTheSameTime = ['creator.setPaymentData'];

const documented = routes.filter(
  ({ name, errors = [] }) =>
    !onlyAtTheSameTime.includes(name) && errors.some((code) => statusOfCode(code) === 409),
);

const conflicts: Readonly<Record<string, Conflict>> = {
  'affiliates.invite': async ({ send, by, own }) => {
    const { email } = await by.invite(own.admin);
    return send('POST', '/affiliates/invite', { token: own.member, body: { email: email.toUpperCase() } });
  },
  'affiliates.upsert': async ({ send, by, own }) => {
    const { email } = await by.invite(own.admin);
    const path = `/affiliates/by-external-id/${randomUUID()}`;
    return send('PUT', path, { token: own.admin, body: { email } });
  },
  'affiliates.update': async ({ send, by, own }) => {
    const { id } = await by.invite(own.admin);
    return send('PATCH', `/affiliates/${id}`, { token: own.admin, body: { status: 'paused' } });
  },
  'affiliates.setTerms': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.invite(token);
    await send('DELETE', `/affiliates/${id}/personal-data`, { token });
    const body = { terms: { rate: { type: 'percentage', value: 12 } } };
    return send('PUT', `/affiliates/${id}/terms`, { token, body });
  },
  'payoutDetails.set': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.invite(token);
    await send('DELETE', `/affiliates/${id}/personal-data`, { token });
    return send('PUT', detailsPath(id), { token, body: sepaDetails });
  },
  'affiliates.createSession': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.invite(token);
    await send('DELETE', `/affiliates/${id}/personal-data`, { token });
    return send('POST', `/affiliates/${id}/portal-sessions`, { token });
  },
  'brands.update': async ({ send, own, other }) => {
    const { json } = await send('GET', '/brand', { token: other.admin });
    return send('PATCH', '/brand', { token: own.admin, body: { slug: json.data.slug } });
  },
  'creator.update': async ({ send, by, own: { admin } }) => {
    const { id } = await by.inviteActive(admin);
    await send('PATCH', `/affiliates/${id}`, { token: admin, body: { status: 'paused' } });
    const { json } = await send('POST', `/affiliates/${id}/portal-sessions`, { token: admin });
    return send('PATCH', '/creator', { token: json.data.token, body: { status: 'active' } });
  },
  'creator.createDispute': async ({ send, by, own: { admin } }) => {
    const { id } = await by.inviteActive(admin);
    const { json } = await send('POST', `/affiliates/${id}/portal-sessions`, { token: admin });
    const body = { kind: 'missingOrder', orderId: randomUUID(), message: 'Missing' };
    const open = () => send('POST', '/creator/disputes', { token: json.data.token, body });
    await open();
    return open();
  },
  'creator.createLink': (setting) => ofPausedCreator(setting, 'POST', () => '/creator/links', {}),
  'creator.updateLink': (setting) =>
    ofPausedCreator(setting, 'PATCH', (id) => `/creator/links/${id}`, { name: 'Bio' }),
  'creator.deleteLink': (setting) => ofPausedCreator(setting, 'DELETE', (id) => `/creator/links/${id}`),
  'affiliates.inviteAgain': ({ send, own: { admin: token, items } }) =>
    send('POST', `/affiliates/${items.affiliate.id}/invitation`, { token }),
  'campaigns.create': async ({ send, by, own }) => {
    const externalId = randomUUID();
    await by.createCampaign(own.admin, { externalId });
    return send('POST', '/campaigns', { token: own.admin, body: { name: 'Spring', externalId } });
  },
  'campaigns.update': async ({ send, by, own }) => {
    const { id } = await by.createCampaign(own.admin);
    return send('PATCH', `/campaigns/${id}`, { token: own.admin, body: { status: 'ended' } });
  },
  'campaigns.delete': async ({ send, by, own }) => {
    const { id } = await by.createCampaign(own.admin, { status: 'active' });
    return send('DELETE', `/campaigns/${id}`, { token: own.admin });
  },
  'discounts.create': async ({ send, by, own }) => {
    const { affiliateId, code, type, value } = await by.createDiscount(own.admin, own.items.affiliate.id);
    const body = { affiliateId, type, value, code: code.toUpperCase() };
    return send('POST', '/discounts', { token: own.admin, body });
  },
  'discounts.update': async ({ send, by, own }) => {
    const externalId = randomUUID();
    await by.createDiscount(own.admin, own.items.affiliate.id, { externalId });
    return send('PATCH', `/discounts/${own.items.discount.id}`, { token: own.admin, body: { externalId } });
  },
  // The other brand has no link prefix.
  'brands.setLinkDomain': ({ send, other: { admin: token } }) =>
    send('PUT', '/brand/link-domain', { token, body: { domain: 'go.example.com' } }),
  'links.create': async (setting) => {
    const [affiliateId, { slug }] = await creatorWithLink(setting);
    return setting.send('POST', '/links', { token: setting.own.admin, body: { affiliateId, slug } });
  },
  'links.update': async (setting) => {
    const [[, { id }], [, { slug }]] = [await creatorWithLink(setting), await creatorWithLink(setting)];
    return setting.send('PATCH', `/links/${id}`, { token: setting.own.admin, body: { slug } });
  },
  'exports.create': async ({ send, by, own }) => {
    await by.fillExportPlaces(own.brandId);
    const body = { resource: 'conversions', format: 'csv' };
    const answer = await send('POST', '/exports', { token: own.admin, body });
    await by.freeExportPlaces(own.brandId);
    return answer;
  },
  'imports.get': (setting) => afterErasure(setting, '.csv'),
  'imports.listRows': (setting) => afterErasure(setting, '/rows'),
  'imports.update': (setting) => afterStart(setting, 'PATCH', '', { columns: ['email'] }),
  'imports.start': (setting) => afterStart(setting, 'POST', '/start', { onExisting: 'skip' }),
  'imports.undo': (setting) => beforeStart(setting, 'POST'),
  'imports.listKept': (setting) => beforeStart(setting, 'GET'),
  'imports.cancel': (setting) => afterStart(setting, 'DELETE', ''),
  'reconciliations.apply': async ({ send, by, own: { admin: token } }) => {
    const { id: connectionId } = await by.createConnection(token);
    const { id } = await by.createReconciliation(token, connectionId);
    const creator = await by.invite(token);
    await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token });
    const path = `/connections/${connectionId}/reconciliations/${id}`;
    const isDeleted = ({ json }: Answer) => new Date(json.data.fileDeletedAt) < new Date();
    await until(() => send('GET', path, { token }), isDeleted, 30_000);
    return send('POST', `${path}/apply`, { token, body: {} });
  },
  'simulations.create': async ({ send, by, own }) => {
    await by.fillSimulationPlaces(own.brandId);
    const answer = await send('POST', '/simulations', { token: own.admin, body: simulationBody() });
    await by.freeSimulationPlaces(own.brandId);
    return answer;
  },
  'commissions.approve': async ({ send, by, own: { brandId, admin, items } }) => {
    const status = 'rejected';
    const { id } = await by.createCommission({ brandId, affiliateId: items.affiliate.id, status });
    return send('PATCH', `/commissions/${id}/approve`, { token: admin });
  },
  'commissions.reject': async ({ send, by, own: { brandId, admin, items } }) => {
    const status = 'reversed';
    const { id } = await by.createCommission({ brandId, affiliateId: items.affiliate.id, status });
    return send('PATCH', `/commissions/${id}/reject`, { token: admin, body: { reason: 'Fraud' } });
  },
  'commissions.decide': async ({ send, own: { admin: token } }) => {
    const body = { decision: 'approve', filter: { status: 'pending', createdTo: '2020-01-01' } };
    const decide = () => send('POST', '/commissions/decisions', { token, body });
    const answers = await Promise.all([decide(), decide(), decide()]);
    return answers.find(({ status }) => status === 409) ?? decide();
  },
  'commissions.restore': async ({ send, by, own: { brandId, admin, items } }) => {
    const status = 'reversed';
    const { id } = await by.createCommission({ brandId, affiliateId: items.affiliate.id, status });
    return send('POST', `/commissions/${id}/restore`, { token: admin });
  },
  'commissions.reopen': async ({ send, by, own: { brandId, admin, items } }) => {
    const status = 'rejected';
    const { id } = await by.createCommission({ brandId, affiliateId: items.affiliate.id, status });
    return send('POST', `/commissions/${id}/reopen`, { token: admin });
  },
  'commissions.create': async ({ send, by, own }) => {
    const { id: affiliateId } = await by.invite(own.admin);
    await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token: own.admin });
    const body = { affiliateId, kind: 'bonus', amount: 1, reason: 'Thanks' };
    return send('POST', '/commissions', { token: own.admin, body });
  },
  'conversions.create': async ({ send, by, own }) => {
    const { orderId } = await by.recordOrder(own.admin);
    return send('POST', '/conversions', { token: own.admin, body: { orderId, amount: 1 } });
  },
  'conversions.update': async ({ send, by, own }) => {
    const externalId = randomUUID();
    await by.recordOrder(own.admin, { externalId });
    const path = `/conversions/${own.items.conversion.id}`;
    return send('PATCH', path, { token: own.admin, body: { externalId } });
  },
  'exports.retry': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.createExport(token);
    const read = () => send('GET', `/exports/${id}`, { token });
    await until(read, ({ json }) => json.data.status === 'ready', 30_000);
    return send('POST', `/exports/${id}/retry`, { token });
  },
  'secondFactor.begin': personWithSecondFactor,
  'secondFactor.confirm': async ({ send, by, own }) => {
    const { token } = await by.createPerson(own.brandId);
    return send('POST', '/auth/second-factor/confirm', { token, body: { code: '123456' } });
  },
  'conversions.attribute': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.recordOrder(token);
    await send('POST', `/conversions/${id}/cancel`, { token, body: { reason: 'Ordered twice' } });
    const body = { affiliateId: null, reason: 'Fraud' };
    return send('POST', `/conversions/${id}/attribution`, { token, body });
  },
  'conversions.refund': async ({ send, by, own }) => {
    const { id } = await by.recordOrder(own.admin);
    const body = { refundId: 'refund-1', amount: 1000 };
    return send('POST', `/conversions/${id}/refunds`, { token: own.admin, body });
  },
  'refunds.reverse': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.recordOrder(token);
    const path = `/conversions/${id}`;
    await send('POST', `${path}/refunds`, { token, body: { refundId: 'refund-1', amount: 1 } });
    await send('POST', `${path}/cancel`, { token, body: { reason: 'Ordered twice' } });
    return send('POST', `${path}/refunds/refund-1/reverse`, { token, body: {} });
  },
  'refunds.create': async ({ send, own: { admin: token } }) => {
    const body = { orderId: randomUUID(), refundId: 'refund-1', amount: 1 };
    await send('POST', '/refunds', { token, body });
    return send('POST', '/refunds', { token, body: { ...body, amount: 2 } });
  },
  'webhooks.rotateSecret': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.createWebhook(token);
    const rotate = () => send('POST', `/webhook-endpoints/${id}/rotate-secret`, { token });
    for (let rotation = 0; rotation < 10; rotation += 1) expect((await rotate()).status).toBe(200);
    return rotate();
  },
  'webhooks.test': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.createWebhook(token);
    await by.patch(token, `/webhook-endpoints/${id}`, { status: 'disabled' });
    return send('POST', `/webhook-endpoints/${id}/test`, { token });
  },
  'webhooks.replay': async ({ send, by, own: { admin: token } }) => {
    const { id, createdAt: from } = await by.createWebhook(token);
    await by.patch(token, `/webhook-endpoints/${id}`, { status: 'disabled' });
    return send('POST', `/webhook-endpoints/${id}/replay`, { token, body: { from } });
  },
  'webhooks.retryDelivery': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.createWebhook(token);
    const { json } = await send('POST', `/webhook-endpoints/${id}/test`, { token });
    return send('POST', `/webhook-endpoints/${id}/deliveries/${json.data.id}/retry`, { token });
  },
  'apiKeys.rotate': async ({ send, by, own: { admin: token } }) => {
    const { id } = await by.createApiKey(token);
    const rotate = () => send('POST', `/api-keys/${id}/rotate`, { token, body: { overlapHours: 0 } });
    await rotate();
    return rotate();
  },
  'users.invite': ({ send, own }) => {
    const body = { email: own.users.member.email, role: 'member' };
    return send('POST', '/users', { token: own.admin, body });
  },
  'users.resendInvitation': async ({ send, by, own }) => {
    const { id } = await by.createPerson(own.brandId);
    return send('POST', `/users/${id}/invitation`, { token: own.admin });
  },
  'users.update': async (setting) => {
    const body = { role: 'member' };
    return setting.send('PATCH', await pathToLastAdmin(setting), { token: setting.other.admin, body });
  },
  'users.delete': async (setting) =>
    setting.send('DELETE', await pathToLastAdmin(setting), { token: setting.other.admin }),
  'payouts.create': overlappingPayout,
  'payouts.get': async (setting) => {
    const { send, own } = setting;
    return send('GET', `/payouts/${await canceledPayout(setting)}.csv`, { token: own.admin });
  },
  'payouts.listFiles': async (setting) => {
    const { send, own } = setting;
    return send('GET', `/payouts/${await canceledPayout(setting)}/files`, { token: own.admin });
  },
  'payouts.getFile': async (setting) => {
    const { send, own } = setting;
    return send('GET', `/payouts/${await canceledPayout(setting)}/files/general`, { token: own.admin });
  },
  'payouts.uploadResults': async (setting) => {
    const { send, own } = setting;
    const path = `/payouts/${await canceledPayout(setting)}`;
    const { json } = await send('GET', path, { token: own.admin });
    const { affiliateId = '' } = json.data.lines[0] ?? {};
    const body = { format: 'general', csv: `affiliateId,status\n${affiliateId},failed\n` };
    return send('POST', `${path}/results`, { token: own.admin, body });
  },
  'payouts.update': async (setting) => {
    const { send, own } = setting;
    const body = { status: 'paid', reference: 'transfer-1' };
    return send('PATCH', `/payouts/${await canceledPayout(setting)}`, { token: own.admin, body });
  },
  'disputes.create': async ({ send, own: { admin: token, items } }) => {
    const body = {
      affiliateId: items.affiliate.id,
      kind: 'missingOrder',
      orderId: randomUUID(),
      message: 'Missing',
    };
    await send('POST', '/disputes', { token, body });
    return send('POST', '/disputes', { token, body });
  },
  'fraudFindings.decide': async ({ send, by, own: { admin: token } }) => {
    const path = `/fraud-findings/${(await by.createFinding(token)).id}/decide`;
    await send('POST', path, { token, body: { decision: 'dismiss' } });
    return send('POST', path, { token, body: { decision: 'confirm' } });
  },
  'disputes.accept': (setting) => secondDecision(setting, 'accept', 'reject'),
  'disputes.reject': (setting) => secondDecision(setting, 'reject', 'accept'),
  'disputes.withdraw': (setting) => secondDecision(setting, 'withdraw', 'reject'),
  'payouts.updateLine': async (setting) => {
    const { send, own } = setting;
    const affiliateId = await approvedCommission(setting);
    const { json } = await send('POST', '/payouts', {
      ...{ token: own.admin, body: { affiliateIds: [affiliateId] } },
    });
    const path = `/payouts/${json.data.id}/lines/${affiliateId}`;
    await send('PATCH', path, { token: own.admin, body: { status: 'failed' } });
    return send('PATCH', path, { token: own.admin, body: { status: 'paid' } });
  },
  'payouts.reopen': async (setting) => {
    const body = { reason: 'The bank has rejected it' };
    return setting.send('POST', `/payouts/${await canceledPayout(setting)}/reopen`, {
      ...{ token: setting.own.admin, body },
    });
  },
};

async function afterStart(
  { send, by, own: { admin: token } }: Setting,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { id } = await by.createImport(token);
  await send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip' } });
  const read = () => send('GET', `/imports/${id}`, { token });
  await until(read, ({ json }) => json.data.status === 'completed', 30_000);
  return send(method, `/imports/${id}${path}`, { token, ...(body !== undefined && { body }) });
}

async function beforeStart({ send, by, own: { admin: token } }: Setting, method: string): Promise<Answer> {
  const { id } = await by.createImport(token);
  return send(method, `/imports/${id}/undo`, { token });
}

async function afterErasure({ send, by, own: { admin: token } }: Setting, path: string): Promise<Answer> {
  const { id } = await by.createImport(token);
  const creator = await by.invite(token);
  await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token });
  const read = () => send('GET', `/imports/${id}`, { token });
  await until(read, ({ json }) => json.data.sample.length === 0, 30_000);
  return send('GET', `/imports/${id}${path}`, { token });
}

async function secondDecision(
  { send, by, own: { admin: token, items } }: Setting,
  decision: string,
  earlier: string,
): Promise<Answer> {
  const { id } = await by.openDispute(token, items.affiliate.id);
  const body = { reason: 'Checked' };
  await send('POST', `/disputes/${id}/${earlier}`, { token, body });
  return send('POST', `/disputes/${id}/${decision}`, { token, body });
}

async function pathToLastAdmin({ send, other }: Setting): Promise<string> {
  const { json } = await send('GET', '/me', { token: other.admin });
  return `/users/${json.data.id}`;
}

async function creatorWithLink({ send, by, own: { admin: token } }: Setting) {
  const { id: affiliateId } = await by.invite(token);
  const { json } = await send('POST', '/links', { token, body: { affiliateId } });
  return [affiliateId, json.data] as const;
}

async function ofPausedCreator(
  { send, by, own: { admin } }: Setting,
  method: string,
  pathOf: (linkId: string) => string,
  body?: object,
): Promise<Answer> {
  const { id } = await by.inviteActive(admin);
  const link = await by.createLink(admin, id);
  await send('PATCH', `/affiliates/${id}`, { token: admin, body: { status: 'paused' } });
  const { json } = await send('POST', `/affiliates/${id}/portal-sessions`, { token: admin });
  return send(method, pathOf(link.id), { token: json.data.token, ...(body && { body }) });
}

async function personWithSecondFactor({ send, by, own }: Setting): Promise<Answer> {
  const { token } = await by.createPerson(own.brandId);
  const { beginSecondFactor, enableSecondFactor } = secondFactorsBy(send);
  await enableSecondFactor(token);
  return beginSecondFactor(token);
}

async function approvedCommission({ by, own }: Setting): Promise<string> {
  const { id: affiliateId } = await by.inviteActive(own.admin);
  await by.createCommission({ brandId: own.brandId, affiliateId, status: 'approved' });
  return affiliateId;
}

async function canceledPayout(setting: Setting): Promise<string> {
  const { send, by, own } = setting;
  const body = { affiliateIds: [await approvedCommission(setting)] };
  const { json } = await send('POST', '/payouts', { token: own.admin, body });
  await by.patch(own.admin, `/payouts/${json.data.id}`, { status: 'canceled' });
  return json.data.id;
}

const concurrentPayouts = 5;
const maxRounds = 20;

/** Repeats concurrent requests, because the first payout may be ready before another request looks for it. */
async function overlappingPayout(setting: Setting): Promise<Answer> {
  const { send, own } = setting;
  for (let round = 0; round < maxRounds; round += 1) {
    const body = { affiliateIds: [await approvedCommission(setting)] };
    const answers = await Promise.all(
      Array.from({ length: concurrentPayouts }, () => send('POST', '/payouts', { token: own.admin, body })),
    );
    const refused = answers.find(({ status }) => status === 409);
    if (refused !== undefined) return refused;
  }
  throw new Error('No payout was refused');
}

export function describeConflicts(getSetting: GetSetting): void {
  describe('an endpoint with a documented conflict', () => {
    test.each(documented)('$method /v1$path returns 409 on a conflict', async ({ name }) => {
      const conflict = conflicts[name];
      if (conflict === undefined) throw new Error(`Add a conflict for ${name} to test/contract/conflicts.ts`);
      const answer = await conflict(getSetting());
      expect(answer.status, answer.text).toBe(409);
    });
  });
}

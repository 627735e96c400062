// Tests that every endpoint with a documented conflict returns 409.
import { describe, expect, test } from 'vitest';
import { statusOfCode } from '#lib/api/error-codes.ts';
import { routes } from '#lib/api/routes.ts';
import type { Answer } from '#test/support/service.ts';
import type { GetSetting, Setting } from './setting.ts';

type Conflict = (setting: Setting) => Promise<Answer>;

const conflicts: Readonly<Record<string, Conflict>> = {
  'affiliates.invite': async ({ send, by, own }) => {
    const { email } = await by.invite(own.admin);
    return send('POST', '/affiliates/invite', { token: own.member, body: { email: email.toUpperCase() } });
  },
  'affiliates.update': async ({ send, by, own }) => {
    const { id } = await by.invite(own.admin);
    return send('PATCH', `/affiliates/${id}`, { token: own.admin, body: { status: 'paused' } });
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
  'conversions.create': async ({ send, by, own }) => {
    const { orderId } = await by.recordOrder(own.admin);
    return send('POST', '/conversions', { token: own.admin, body: { orderId, amount: 1 } });
  },
  'conversions.refund': async ({ send, by, own }) => {
    const { id } = await by.recordOrder(own.admin);
    const body = { refundId: 'refund-1', amount: 1000 };
    return send('POST', `/conversions/${id}/refunds`, { token: own.admin, body });
  },
  'payouts.create': overlappingPayout,
  'payouts.get': async (setting) => {
    const { send, own } = setting;
    return send('GET', `/payouts/${await canceledPayout(setting)}.csv`, { token: own.admin });
  },
  'payouts.update': async (setting) => {
    const { send, own } = setting;
    const body = { status: 'paid', reference: 'transfer-1' };
    return send('PATCH', `/payouts/${await canceledPayout(setting)}`, { token: own.admin, body });
  },
};

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
    test.each(routes.filter(({ errors = [] }) => errors.some((code) => statusOfCode(code) === 409)))(
      '$method /v1$path returns 409 on a conflict',
      async ({ name }) => {
        const conflict = conflicts[name];
        if (conflict === undefined)
          throw new Error(`Add a conflict for ${name} to test/contract/conflicts.ts`);
        const answer = await conflict(getSetting());
        expect(answer.status, answer.text).toBe(409);
      },
    );
  });
}

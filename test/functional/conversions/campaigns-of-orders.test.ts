// Tests which orders earn with a campaign: only orders of its members, while it runs and in its grace period.
import { describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, read, recordOrder, refund } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const noon = '2026-05-05T12:00:00.000Z';

/** Creates a brand that pays 10 percent, a campaign that pays 50 percent and a creator outside the campaign. */
async function createProgram(campaignBody: object = {}, timezone = 'UTC', at = noon) {
  const clock = fakeClock(at, 1);
  const { admin, brand } = await createBrand('growth', { timezone });
  const { id: campaignId } = await createCampaign(admin, {
    status: 'active',
    attributionWindowDays: 7,
    landingUrl: 'https://acme.test/vip',
    commission: { type: 'percentage', value: 50 },
    ...campaignBody,
  });
  const creator = await invite(admin);
  return {
    clock,
    brand,
    admin,
    campaignId,
    creator,
    join: () => send('PUT', `/campaigns/${campaignId}/affiliates/${creator.id}`, { token: admin, body: {} }),
    leave: () => send('DELETE', `/campaigns/${campaignId}/affiliates/${creator.id}`, { token: admin }),
    codeOf: async () => (await createDiscount(admin, creator.id, { campaignId })).code,
    followCampaignLink: async () => {
      const { headers } = await send(
        'GET',
        `/tracking/ref/${creator.trackingCode}?campaignId=${campaignId}`,
        { headers: { 'user-agent': browser } },
      );
      return new URL(headers.location ?? '').searchParams.get('clickId');
    },
  };
}

type Program = Awaited<ReturnType<typeof createProgram>>;

/** A token is valid for a day, so an order of a later day needs a new one. */
const tokenAt = async (clock: FakeClock, at: string, { brand }: Program): Promise<string> => {
  clock.set(at);
  return (await newToken(brand.id, 'admin')).token;
};

async function expectWithCampaign(token: string, order: Json, { campaignId, creator }: Program) {
  expect(order).toMatchObject({ affiliateId: creator.id, campaignId });
  expect(order.receipt.candidates[0]).toMatchObject({ campaignId, campaignReason: null, outcome: 'won' });
  expect(await commissionOf(token, order)).toMatchObject({
    amount: 50,
    campaignId,
    rate: { source: 'campaign' },
  });
}

async function expectWithoutCampaign(token: string, order: Json, { creator }: Program, reason: string) {
  expect(order).toMatchObject({
    affiliateId: creator.id,
    campaignId: null,
    receipt: { rulesVersion: 6, attribution: 'attributed' },
  });
  expect(order.receipt.candidates[0]).toMatchObject({
    campaignId: null,
    campaignReason: reason,
    outcome: 'won',
    reason: null,
  });
  expect(await commissionOf(token, order)).toMatchObject({
    amount: 10,
    campaignId: null,
    rate: { source: 'brand' },
  });
}

describe('POST /v1/conversions (membership in the campaign of a reference)', () => {
  test('applies the campaign of a click only while the creator is a member of this campaign', async () => {
    const program = await createProgram();
    const { admin, campaignId, join, leave, followCampaignLink } = program;
    const order = async () => recordOrder(admin, { clickId: await followCampaignLink() });

    const outside = await order();
    await expectWithoutCampaign(admin, outside, program, 'notCampaignMember');
    expect(outside.receipt.candidates[0]).toMatchObject({ windowDays: 30 });

    expect((await join()).status).toBeLessThan(300);
    const inside = await order();
    await expectWithCampaign(admin, inside, program);
    expect(inside.receipt.candidates[0]).toMatchObject({ campaignId, windowDays: 7 });

    expect((await leave()).status).toBeLessThan(300);
    await expectWithoutCampaign(admin, await order(), program, 'notCampaignMember');
  });

  test('applies the campaign of a discount code only while the creator is a member of this campaign', async () => {
    const program = await createProgram();
    const { admin, join, leave, codeOf } = program;
    const discountCode = await codeOf();
    const order = () => recordOrder(admin, { discountCode });
    await expectWithCampaign(admin, await order(), program);
    await leave();
    await expectWithoutCampaign(admin, await order(), program, 'notCampaignMember');
    await join();
    await expectWithCampaign(admin, await order(), program);
  });
});

describe('POST /v1/conversions (campaign that is not running)', () => {
  test.each([
    ['paused', { status: 'paused' }],
    ['ended', { status: 'ended' }],
    ['not started yet', { startDate: '2026-05-06' }],
    ['over', { startDate: '2026-05-01', endDate: '2026-05-04' }],
  ])('attributes orders by code and by click without a campaign that is %s', async (_, changes) => {
    const program = await createProgram();
    const { admin, campaignId, codeOf, followCampaignLink } = program;
    const references = [{ discountCode: await codeOf() }, { clickId: await followCampaignLink() }];
    for (const reference of references) {
      await expectWithCampaign(admin, await recordOrder(admin, reference), program);
    }
    const before = await read(admin, `/campaigns/${campaignId}/stats`);
    await patch(admin, `/campaigns/${campaignId}`, changes);
    for (const reference of references) {
      const preview = { token: admin, body: { orderId: 'preview', amount: 100, ...reference } };
      const { data } = (await send('POST', '/conversions?dryRun=true', preview)).json;
      expect(data).toMatchObject({ campaignId: null, commission: { amount: 10 } });
      const order = await recordOrder(admin, reference);
      await expectWithoutCampaign(admin, order, program, 'campaignNotRunning');
      expect(order.receipt.candidates[0].windowDays).toBe('clickId' in reference ? 30 : null);
    }
    expect(await read(admin, `/campaigns/${campaignId}/stats`)).toEqual(before);
  });

  test('gives the reason for an order by a click that was made while the campaign did not run', async () => {
    const program = await createProgram();
    const { admin, campaignId, creator, join, followCampaignLink } = program;
    await join();
    await patch(admin, `/campaigns/${campaignId}`, { status: 'paused' });
    const report = { token: admin, body: { campaignId } };
    const reported = await send('POST', `/tracking/ref/${creator.trackingCode}`, report);
    for (const clickId of [await followCampaignLink(), reported.json.data.clickId]) {
      const order = await recordOrder(admin, { clickId });
      await expectWithoutCampaign(admin, order, program, 'campaignNotRunning');
    }
    const clickId = await followCampaignLink();
    await patch(admin, `/campaigns/${campaignId}`, { status: 'active' });
    const later = await recordOrder(admin, { clickId });
    await expectWithoutCampaign(admin, later, program, 'campaignNotRunning');
  });

  test('applies the override of the creator to an order without the campaign', async () => {
    const program = await createProgram({ endDate: '2026-05-04' });
    const { admin, creator, codeOf } = program;
    await patch(admin, `/affiliates/${creator.id}`, {
      commissionOverride: { type: 'percentage', value: 20 },
    });
    const order = await recordOrder(admin, { discountCode: await codeOf() });
    expect(await commissionOf(admin, order)).toMatchObject({ amount: 20, rate: { source: 'override' } });
  });

  test('judges an order by its own time in the time zone of the brand, however late it is reported', async () => {
    const dates = { startDate: '2026-05-03', endDate: '2026-05-04' };
    const program = await createProgram(dates, 'America/New_York', '2026-05-01T12:00:00.000Z');
    const discountCode = await program.codeOf();
    const admin = await tokenAt(program.clock, noon, program);
    const orderAt = (occurredAt: string) => recordOrder(admin, { discountCode, occurredAt });
    await expectWithoutCampaign(
      admin,
      await orderAt('2026-05-03T03:59:59.999Z'),
      program,
      'campaignNotRunning',
    );
    await expectWithCampaign(admin, await orderAt('2026-05-03T04:00:00.000Z'), program);
    await expectWithCampaign(admin, await orderAt('2026-05-05T03:59:59.999Z'), program);
    await expectWithoutCampaign(
      admin,
      await orderAt('2026-05-05T04:00:00.000Z'),
      program,
      'campaignNotRunning',
    );
  });

  test('applies a paused campaign to an order from before the pause', async () => {
    const program = await createProgram();
    const { admin, campaignId, clock, codeOf } = program;
    const discountCode = await codeOf();
    const occurredAt = clock.now().toISOString();
    clock.advance(60);
    await patch(admin, `/campaigns/${campaignId}`, { status: 'paused' });
    clock.advance(60);
    await expectWithCampaign(admin, await recordOrder(admin, { discountCode, occurredAt }), program);
    const later = await recordOrder(admin, { discountCode });
    await expectWithoutCampaign(admin, later, program, 'campaignNotRunning');
  });
});

describe('POST /v1/conversions (grace period of a campaign)', () => {
  test.each([
    ['its endDate', { endDate: '2026-05-05' }, {}],
    ['its pause', {}, { status: 'paused' }],
    ['its end', {}, { status: 'ended' }],
  ])('applies the campaign for graceDays after %s to earlier codes and clicks', async (_, body, changes) => {
    const program = await createProgram({ graceDays: 2, ...body }, 'Europe/Berlin');
    const { admin, campaignId, clock, codeOf, followCampaignLink } = program;
    const references = [{ discountCode: await codeOf() }, { clickId: await followCampaignLink() }];
    await patch(admin, `/campaigns/${campaignId}`, { name: 'Spring', ...changes });

    const inGrace = await tokenAt(clock, '2026-05-07T21:59:00.000Z', program);
    for (const reference of references) {
      await expectWithCampaign(inGrace, await recordOrder(inGrace, reference), program);
    }
    expect(await read(inGrace, `/campaigns/${campaignId}/stats`)).toMatchObject({
      orders: 2,
      netRevenue: 200,
    });
    const late = await createDiscount(inGrace, program.creator.id, { campaignId });
    const byLateCode = await recordOrder(inGrace, { discountCode: late.code });
    await expectWithoutCampaign(inGrace, byLateCode, program, 'campaignNotRunning');

    const afterGrace = await tokenAt(clock, '2026-05-07T22:00:00.000Z', program);
    for (const reference of references) {
      const order = await recordOrder(afterGrace, reference);
      await expectWithoutCampaign(afterGrace, order, program, 'campaignNotRunning');
    }
  });
});

describe('orders and their campaign afterwards', () => {
  test('an order by the code of a draft can be refunded and rejected after the draft was deleted', async () => {
    const program = await createProgram({ status: 'draft' });
    const { admin, campaignId, codeOf } = program;
    const discountCode = await codeOf();
    const orders = [await recordOrder(admin, { discountCode }), await recordOrder(admin, { discountCode })];
    for (const order of orders) await expectWithoutCampaign(admin, order, program, 'campaignNotRunning');
    expect((await send('DELETE', `/campaigns/${campaignId}`, { token: admin })).status).toBe(204);
    await refund(admin, orders[0].id, { amount: 40 });
    expect(await commissionOf(admin, orders[0])).toMatchObject({ amount: 6 });
    await patch(admin, `/commissions/${orders[0].commissionId}/approve`, {});
    await patch(admin, `/commissions/${orders[1].commissionId}/reject`, { reason: 'Returned' });
    expect(await read(admin, `/affiliates/${program.creator.id}`)).toMatchObject({
      totalRevenue: 160,
      commissionEarned: 6,
    });
  });

  test('refunds and rejections of recorded orders change the totals of a campaign that has ended', async () => {
    const program = await createProgram();
    const { admin, campaignId, codeOf } = program;
    const discountCode = await codeOf();
    const orders = [await recordOrder(admin, { discountCode }), await recordOrder(admin, { discountCode })];
    await patch(admin, `/campaigns/${campaignId}`, { status: 'ended' });
    await refund(admin, orders[0].id, { amount: 40 });
    expect(await commissionOf(admin, orders[0])).toMatchObject({ amount: 30, campaignId });
    await patch(admin, `/commissions/${orders[1].commissionId}/reject`, { reason: 'Returned' });
    expect(await read(admin, `/campaigns/${campaignId}/stats`)).toMatchObject({
      orders: 2,
      netRevenue: 160,
      commission: 30,
    });
  });
});

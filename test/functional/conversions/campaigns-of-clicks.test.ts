// The campaign that a click names: it pays its rate to those who are in it, and to nobody else.
import { expect, test } from 'vitest';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { commissionOf, recordOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** A brand that pays 10 percent, and a campaign that pays half. */
async function withCampaign() {
  const { admin } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, {
    status: 'active',
    attributionWindowDays: 7,
    landingUrl: 'https://acme.test/vip',
    commission: { type: 'percentage', value: 50 },
  });
  const creator = await invite(admin);
  const place = { token: admin, body: {} };
  return {
    admin,
    campaignId,
    creator,
    join: () => send('PUT', `/campaigns/${campaignId}/affiliates/${creator.id}`, place),
    leave: () => send('DELETE', `/campaigns/${campaignId}/affiliates/${creator.id}`, { token: admin }),
    /** A click on the creator's link, with the campaign written into it. */
    follow: async () => {
      const { headers } = await send(
        'GET',
        `/tracking/ref/${creator.trackingCode}?campaignId=${campaignId}`,
        { headers: { 'user-agent': browser } },
      );
      return new URL(headers.location ?? '').searchParams.get('clickId');
    },
  };
}

test('a creator who is not in the campaign of a click earns without it', async () => {
  const { admin, campaignId, creator, join, leave, follow } = await withCampaign();
  const order = async () => recordOrder(admin, { clickId: await follow() });

  const outside = await order();
  expect(outside).toMatchObject({ affiliateId: creator.id, campaignId: null });
  expect(outside.receipt.candidates[0]).toMatchObject({ campaignId: null, windowDays: 30, outcome: 'won' });
  expect(await commissionOf(admin, outside)).toMatchObject({ amount: 10, campaignId: null });

  expect((await join()).status).toBeLessThan(300);
  const inside = await order();
  expect(inside).toMatchObject({ affiliateId: creator.id, campaignId });
  expect(inside.receipt.candidates[0]).toMatchObject({ campaignId, windowDays: 7 });
  expect(await commissionOf(admin, inside)).toMatchObject({ amount: 50, campaignId });

  expect((await leave()).status).toBeLessThan(300);
  expect(await order()).toMatchObject({ affiliateId: creator.id, campaignId: null });
});

test('a code keeps its campaign, though its creator is not in it', async () => {
  const { admin, campaignId, creator } = await withCampaign();
  const { code } = await createDiscount(admin, creator.id, { campaignId });
  const order = await recordOrder(admin, { discountCode: code });
  expect(order).toMatchObject({ affiliateId: creator.id, campaignId });
  expect((await commissionOf(admin, order)).amount).toBe(50);
});

test.each(['paused', 'ended'])(
  'a campaign that is %s still pays its rate, for codes and for clicks from before',
  async (status) => {
    const { admin, campaignId, creator, join, follow } = await withCampaign();
    await join();
    const { code } = await createDiscount(admin, creator.id, { campaignId });
    const clickId = await follow();
    await patch(admin, `/campaigns/${campaignId}`, { status });
    for (const named of [{ discountCode: code }, { clickId }]) {
      const order = await recordOrder(admin, named);
      expect(order).toMatchObject({ affiliateId: creator.id, campaignId });
      expect((await commissionOf(admin, order)).amount).toBe(50);
    }
  },
);

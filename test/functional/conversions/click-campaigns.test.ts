// Tests the commissions of orders by a click in a campaign. A campaign pays its rate only to its members.
import { describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { commissionOf, recordOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Creates a brand that pays 10 percent, a campaign that pays 50 percent and a creator outside the campaign. */
async function createProgram() {
  const { admin } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, {
    status: 'active',
    attributionWindowDays: 7,
    landingUrl: 'https://acme.test/vip',
    commission: { type: 'percentage', value: 50 },
  });
  const creator = await invite(admin);
  return {
    admin,
    campaignId,
    creator,
    join: () => send('PUT', `/campaigns/${campaignId}/affiliates/${creator.id}`, { token: admin, body: {} }),
    leave: () => send('DELETE', `/campaigns/${campaignId}/affiliates/${creator.id}`, { token: admin }),
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

describe('POST /v1/conversions (campaign of a reference)', () => {
  test('applies the campaign of a click only while the creator is a member of this campaign', async () => {
    const { admin, campaignId, creator, join, leave, followCampaignLink } = await createProgram();
    const order = async () => recordOrder(admin, { clickId: await followCampaignLink() });

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

  test('applies the campaign of a discount code to a creator who is not a member of this campaign', async () => {
    const { admin, campaignId, creator } = await createProgram();
    const { code } = await createDiscount(admin, creator.id, { campaignId });
    const order = await recordOrder(admin, { discountCode: code });
    expect(order).toMatchObject({ affiliateId: creator.id, campaignId });
    expect((await commissionOf(admin, order)).amount).toBe(50);
  });

  test.each(['paused', 'ended'])(
    'applies the rate of a campaign that is %s to its discount codes and to earlier clicks',
    async (status) => {
      const { admin, campaignId, creator, join, followCampaignLink } = await createProgram();
      await join();
      const { code } = await createDiscount(admin, creator.id, { campaignId });
      const clickId = await followCampaignLink();
      await patch(admin, `/campaigns/${campaignId}`, { status });
      for (const reference of [{ discountCode: code }, { clickId }]) {
        const order = await recordOrder(admin, reference);
        expect(order).toMatchObject({ affiliateId: creator.id, campaignId });
        expect((await commissionOf(admin, order)).amount).toBe(50);
      }
    },
  );
});

// Tests that an order is judged by the codes, creators, rates and memberships of its own time, however late it is reported.
import { describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { commissionOf, recordOrder } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });

/** Begins at 10:00. The returned functions take a time of that day. */
async function createProgram() {
  const clock = fakeClock('2026-03-01T10:00:00.000Z', 1);
  const { admin } = await createBrand();
  const time = (text: string) => `2026-03-01T${text}.000Z`;
  return {
    admin,
    ada: await invite(admin),
    at: (text: string) => clock.set(time(text)),
    order: (reference: object, text: string): Promise<Json> =>
      recordOrder(admin, { ...reference, occurredAt: time(text) }),
  };
}

const remove = async (token: string, path: string) =>
  expect((await send('DELETE', path, { token })).status).toBe(204);

describe('POST /v1/conversions (discount code of another time)', () => {
  test('credits an order by a code that was deleted and given to another creator to the creator of its time', async () => {
    const { admin, ada, at, order } = await createProgram();
    const code = unusedCode();
    const first = await createDiscount(admin, ada.id, { code });
    at('12:00:00');
    await remove(admin, `/discounts/${first.id}`);
    at('14:00:00');
    const grace = await invite(admin);
    const second = await createDiscount(admin, grace.id, { code: code.toUpperCase() });
    at('16:00:00');

    const byAda = await order({ discountCode: code }, '11:00:00');
    expect(byAda).toMatchObject({ affiliateId: ada.id, discountId: null });
    expect(byAda.receipt.candidates[0]).toMatchObject({
      validFrom: first.createdAt,
      validTo: expect.stringMatching('2026-03-01T12:00:00'),
    });
    const byGrace = await order({ discountCode: code }, '15:00:00');
    expect(byGrace).toMatchObject({ affiliateId: grace.id, discountId: second.id });
    expect(byGrace.receipt.candidates[0]).toMatchObject({ validFrom: second.createdAt, validTo: null });
    for (const text of ['09:00:00', '13:00:00']) {
      const byNobody = await order({ discountCode: code }, text);
      expect(byNobody.receipt.attribution).toBe('unknownReference');
    }
  });

  test('credits nobody by a deleted code that begins with the code of the order', async () => {
    const { admin, ada, at, order } = await createProgram();
    const code = unusedCode();
    const { id } = await createDiscount(admin, ada.id, { code: `${code}#ADA` });
    at('12:00:00');
    await remove(admin, `/discounts/${id}`);
    at('14:00:00');
    const late = await order({ discountCode: code }, '13:00:00');
    expect([late.affiliateId, late.receipt.attribution]).toEqual([null, 'unknownReference']);
  });

  test('credits an order by a code that does not exist any more to the creator and the campaign of its time', async () => {
    const { admin, ada, at, order } = await createProgram();
    const campaign = await createCampaign(admin, { status: 'active', commission: percent(30) });
    const { id, code } = await createDiscount(admin, ada.id, { campaignId: campaign.id });
    at('12:00:00');
    await remove(admin, `/discounts/${id}`);
    await remove(admin, `/campaigns/${campaign.id}/affiliates/${ada.id}`);
    at('13:00:00');
    const early = await order({ discountCode: code }, '11:00:00');
    expect(early).toMatchObject({ affiliateId: ada.id, campaignId: campaign.id, discountId: null });
    expect(await commissionOf(admin, early)).toMatchObject({ amount: 30 });
    expect((await order({ discountCode: code }, '12:30:00')).receipt.attribution).toBe('unknownReference');
  });

  test('accepts an order up to five minutes before its code, campaign membership and creator, for clock skew', async () => {
    const { admin, order } = await createProgram();
    const campaign = await createCampaign(admin, { status: 'active' });
    const grace = await invite(admin);
    const { code, id } = await createDiscount(admin, grace.id, { campaignId: campaign.id });
    const skewed = await order({ discountCode: code }, '09:56:00');
    expect(skewed).toMatchObject({ affiliateId: grace.id, campaignId: campaign.id, discountId: id });
    expect((await order({ discountCode: code }, '09:55:00')).receipt.attribution).toBe('unknownReference');
  });
});

describe('POST /v1/conversions (creator of another time)', () => {
  test('credits an order from before a pause to the creator, and an order from the pause to nobody', async () => {
    const { admin, ada, at, order } = await createProgram();
    const { trackingCode } = ada;
    for (const [text, status] of [
      ['11:00:00', 'active'],
      ['12:00:00', 'paused'],
      ['14:00:00', 'active'],
      ['16:00:00', 'banned'],
    ] as const) {
      at(text);
      await patch(admin, `/affiliates/${ada.id}`, { status });
    }
    at('18:00:00');
    const reasons = [];
    for (const text of ['10:30:00', '11:30:00', '13:00:00', '15:00:00', '17:00:00']) {
      reasons.push((await order({ trackingCode }, text)).receipt.attribution);
    }
    expect(reasons).toEqual(['attributed', 'attributed', 'creatorInactive', 'attributed', 'creatorInactive']);
  });

  test('credits an order from before the erasure of the creator to the creator, and a later order to nobody', async () => {
    const { admin, ada, at, order } = await createProgram();
    at('12:00:00');
    const { status } = await send('DELETE', `/affiliates/${ada.id}/personal-data`, { token: admin });
    expect(status).toBe(202);
    at('14:00:00');
    const reasons = [];
    for (const text of ['11:00:00', '13:00:00']) {
      reasons.push((await order({ trackingCode: ada.trackingCode }, text)).receipt.attribution);
    }
    expect(reasons).toEqual(['attributed', 'creatorInactive']);
  });

  test('does not credit an order to a creator who was invited later', async () => {
    const { ada, at, order } = await createProgram();
    at('12:00:00');
    const early = await order({ trackingCode: ada.trackingCode }, '09:54:00');
    expect(early).toMatchObject({ affiliateId: null, commissionId: null });
    expect(early.receipt).toMatchObject({
      attribution: 'creatorNotYetInvited',
      candidates: [{ affiliateId: ada.id, outcome: 'lost', reason: 'creatorNotYetInvited' }],
    });
  });
});

describe('POST /v1/conversions (rate of another time)', () => {
  test('applies the rate of the brand, the campaign or the creator that applied at the time of the order', async () => {
    const { admin, ada, at, order } = await createProgram();
    const campaign = await createCampaign(admin, { status: 'active' });
    const { code } = await createDiscount(admin, ada.id, { campaignId: campaign.id });
    at('11:00:00');
    await patch(admin, '/brand', { commission: percent(20) });
    at('12:00:00');
    await patch(admin, `/campaigns/${campaign.id}`, { commission: percent(30) });
    at('13:00:00');
    await patch(admin, `/affiliates/${ada.id}`, { commissionOverride: percent(40) });
    at('14:00:00');
    await patch(admin, `/affiliates/${ada.id}`, { commissionOverride: null });
    await patch(admin, `/campaigns/${campaign.id}`, { commission: null });
    at('16:00:00');
    const rates = [];
    for (const text of ['10:30:00', '11:30:00', '12:30:00', '13:30:00', '15:00:00']) {
      const { amount, rate } = await commissionOf(admin, await order({ discountCode: code }, text));
      rates.push([amount, rate.source]);
    }
    expect(rates).toEqual([
      [10, 'brand'],
      [20, 'brand'],
      [30, 'campaign'],
      [40, 'override'],
      [20, 'brand'],
    ]);
  });
});

describe('POST /v1/conversions (campaign of another time)', () => {
  test('applies the campaign to orders from all memberships of the creator, and to no other order', async () => {
    const { admin, ada, at, order } = await createProgram();
    const campaign = await createCampaign(admin, { status: 'active', commission: percent(30) });
    const membership = `/campaigns/${campaign.id}/affiliates/${ada.id}`;
    const join = () => send('PUT', membership, { token: admin, body: {} });
    const { code } = await createDiscount(admin, ada.id, { campaignId: campaign.id });
    at('11:00:00');
    await remove(admin, membership);
    at('12:00:00');
    await join();
    at('13:00:00');
    await remove(admin, membership);
    at('14:00:00');
    const times = ['10:30:00', '11:30:00', '12:30:00', '13:30:00'];
    const reasonsNow = async () => {
      const orders = [];
      for (const text of times) orders.push(await order({ discountCode: code }, text));
      return orders.map(({ receipt }) => receipt.candidates[0].campaignReason);
    };
    const expected = [null, 'notCampaignMember', null, 'notCampaignMember'];
    expect(await reasonsNow()).toEqual(expected);
    await join();
    expect(await reasonsNow()).toEqual(expected);
  });

  test('applies a campaign to an order from between two pauses', async () => {
    const { admin, ada, at, order } = await createProgram();
    const campaign = await createCampaign(admin, { status: 'active' });
    const { code } = await createDiscount(admin, ada.id, { campaignId: campaign.id });
    for (const [text, status] of [
      ['11:00:00', 'paused'],
      ['12:00:00', 'active'],
      ['13:00:00', 'paused'],
      ['14:00:00', 'active'],
    ] as const) {
      at(text);
      await patch(admin, `/campaigns/${campaign.id}`, { status });
    }
    at('15:00:00');
    const campaigns = [];
    for (const text of ['10:30:00', '11:30:00', '12:30:00', '13:30:00', '14:30:00']) {
      campaigns.push((await order({ discountCode: code }, text)).campaignId);
    }
    expect(campaigns).toEqual([campaign.id, null, campaign.id, null, campaign.id]);
  });
});

describe('POST /v1/conversions (attribution window of another time)', () => {
  test.each(['brand', 'campaign'])('applies the window of the %s at the time of the order', async (owner) => {
    const clock = fakeClock('2026-03-01T10:00:00.000Z', 1);
    const { brand, admin } = await createBrand();
    const { id: campaignId } = await createCampaign(admin, { status: 'active', attributionWindowDays: null });
    const { trackingCode } = await invite(admin, { campaignIds: [campaignId] });
    const body = owner === 'campaign' ? { campaignId } : {};
    const click = await send('POST', `/tracking/ref/${trackingCode}`, { token: admin, body });
    const { clickId } = click.json.data;
    const path = owner === 'brand' ? '/brand' : `/campaigns/${campaignId}`;
    const day = (number: number) => `2026-03-0${number}T12:00:00.000Z`;
    clock.set(day(4));
    const { token } = await newToken(brand.id, 'admin');
    await patch(token, path, { attributionWindowDays: 1 });
    clock.set(day(6));
    const ordered = async (number: number) => {
      const late = await newToken(brand.id, 'admin');
      const { receipt } = await recordOrder(late.token, { clickId, occurredAt: day(number) });
      return [receipt.attribution, receipt.candidates[0].windowDays];
    };
    expect(await ordered(3)).toEqual(['attributed', 30]);
    expect(await ordered(5)).toEqual(['outsideWindow', 1]);
  });
});

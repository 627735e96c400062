// Tests that orders are judged by the terms of the group to which their creator belonged.
import { expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, createDiscount, inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { commissionOf, recordOrder } from '#test/support/orders.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });

const setTerms = (token: string, path: string, value: number) =>
  dataOf(send('PUT', `${path}/terms`, { token, body: { terms: { rate: percent(value) } } }));

test('the terms of the group win over the campaign, and the override of the creator wins over them', async () => {
  const { admin } = await createBrand();
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id } = await inviteActive(admin, { campaignIds: [campaignId], group: 'vip' });
  const { code: discountCode } = await createDiscount(admin, id, { campaignId });
  const sourceNow = async () => {
    const order = await recordOrder(admin, { amount: 100, discountCode });
    const { rate, amount } = await commissionOf(admin, order as { commissionId: string });
    return [rate.source, amount];
  };
  await setTerms(admin, `/campaigns/${campaignId}`, 6);
  await setTerms(admin, '/affiliate-groups/others', 50);
  expect(await sourceNow()).toEqual(['campaignTerms', 6]);
  await setTerms(admin, '/affiliate-groups/vip', 7);
  expect(await sourceNow()).toEqual(['groupTerms', 7]);
  await patch(admin, `/affiliates/${id}`, { commissionOverride: percent(8) });
  expect(await sourceNow()).toEqual(['override', 8]);
});

test('an order is judged by the group of its time, also after the creator has changed or left the group', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin: early, brand } = await createBrand();
  const { id, trackingCode } = await inviteActive(early, { group: 'vip' });
  await setTerms(early, '/affiliate-groups/vip', 20);
  await setTerms(early, '/affiliate-groups/partners', 30);
  clock.advance(3600);
  expect((await patch(early, `/affiliates/${id}`, { group: 'partners' })).group).toBe('partners');
  clock.advance(3600);
  expect((await patch(early, `/affiliates/${id}`, { group: null })).group).toBeNull();
  clock.advance(24 * 3600);
  const { token: admin } = await newToken(brand.id, 'admin');
  const earned = async (occurredAt: string) => {
    const order = await recordOrder(admin, { amount: 100, trackingCode, occurredAt });
    return (await commissionOf(admin, order as { commissionId: string })).amount;
  };
  expect(await earned('2026-03-01T12:59:59.999Z')).toBe(20);
  expect(await earned('2026-03-01T13:00:00.000Z')).toBe(30);
  expect(await earned('2026-03-01T14:00:00.000Z')).toBe(10);
});

test('an order that a person gives to another creator earns by the terms of the group of this creator', async () => {
  const { admin } = await createBrand();
  const { trackingCode } = await inviteActive(admin);
  const { id } = await inviteActive(admin, { group: 'vip' });
  await setTerms(admin, '/affiliate-groups/vip', 20);
  const order = await recordOrder(admin, { amount: 100, trackingCode });
  const body = { affiliateId: id, reason: 'Named by the customer' };
  const moved = await dataOf(send('POST', `/conversions/${order.id}/attribution`, { token: admin, body }));
  expect((await commissionOf(admin, moved)).amount).toBe(20);
});

// Tests what leads and signups earn by terms, and that their commissions follow them.
import { beforeEach, expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { counterPartition } from '#lib/foundation/table/keys/keys.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { dataOf } from '#test/support/answers.ts';
import { inviteActive, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { commissionOf, read, recordOrder, sumsOf, unusedOrder } from '#test/support/orders.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { createBrand, newToken, send, type TestBrand } from '#test/support/service.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const fixed = (value: number) => ({ type: 'fixed', value });

const setTerms = (path: string, terms: object) =>
  dataOf(send('PUT', `${path}/terms`, { token: acme.admin, body: { terms } }));

const post = (path: string, body: object) => send('POST', path, { token: acme.admin, body });
const sendLead = (body: object, query = '') =>
  post(`/conversions${query}`, { orderId: unusedOrder(), kind: 'lead', customerId: unusedOrder(), ...body });

let acme: TestBrand;
let ada: Json;
beforeEach(async () => {
  acme = await createBrand('scale');
  ada = await inviteActive(acme.admin);
  await setTerms('/brand', { rate: percent(10), lead: fixed(5), signup: fixed(1.5) });
});

const earnedOf = async (lead: Json) => {
  const { amount, status, rate } = await commissionOf(acme.admin, lead as { commissionId: string });
  return [amount, status, rate?.source];
};

async function expectNoDifference(): Promise<void> {
  expect((await reconcileBrand(acme.brand.id)).differences).toEqual([]);
}

test('a lead earns the fixed amount of the terms without an order, as its dry run says', async () => {
  const { trackingCode, id } = ada;
  const { validFrom } = await read(acme.admin, '/brand/terms');
  const part = { rule: null, match: null, rate: { ...fixed(5), per: 'order' }, base: 0, amount: 5 };
  const commission = {
    amount: 5,
    rate: { ...fixed(5), source: 'brandTerms' },
    hold: null,
    explanation: { termsValidFrom: validFrom, customer: 'new', isCapped: false, parts: [part] },
  };
  const preview = await dataOf(sendLead({ trackingCode }, '?dryRun=true'));
  expect(preview.commission).toMatchObject(commission);
  const lead = await dataOf(sendLead({ trackingCode }), 201);
  expect(await commissionOf(acme.admin, lead)).toMatchObject({
    ...commission,
    kind: 'order',
    status: 'pending',
    orderAmount: 0,
    originalAmount: 5,
  });
  const signup = await dataOf(sendLead({ trackingCode, kind: 'signup' }), 201);
  expect(await earnedOf(signup)).toEqual([1.5, 'pending', 'brandTerms']);
  expect(await sumsOf(acme.admin, id)).toEqual({ totalRevenue: 0, totalOrders: 0, commissionEarned: 6.5 });
  const counters = await queryPartition(counterPartition(acme.brand.id, 'conversions'));
  expect(counters.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0)).toBe(650);
  await expectNoDifference();
});

test('the nearest terms that name the kind apply, also if the creator has an override', async () => {
  const { trackingCode, id } = ada;
  await patch(acme.admin, `/affiliates/${id}`, { commissionOverride: percent(50), group: 'vip' });
  await setTerms('/affiliate-groups/vip', { rate: percent(20), lead: fixed(7) });
  await setTerms(`/affiliates/${id}`, { rate: percent(30) });
  expect(await earnedOf(await dataOf(sendLead({ trackingCode }), 201))).toEqual([7, 'pending', 'groupTerms']);
  const signup = await dataOf(sendLead({ trackingCode, kind: 'signup' }), 201);
  expect(await earnedOf(signup)).toEqual([1.5, 'pending', 'brandTerms']);
  await setTerms('/brand', { rate: percent(10), lead: fixed(5) });
  expect((await dataOf(sendLead({ trackingCode, kind: 'signup' }), 201)).commissionId).toBeNull();
});

test('a lead of the creator, or with an unreadable address, is held, but not for the share of its order', async () => {
  const { trackingCode, email } = ada;
  const holdOf = async (body: object) => {
    const lead = await dataOf(sendLead({ trackingCode, ...body }), 201);
    return (await commissionOf(acme.admin, lead)).hold?.reason ?? null;
  };
  await patch(acme.admin, '/brand', { holdAboveShare: 1 });
  expect(await holdOf({})).toBeNull();
  expect(await holdOf({ customerEmail: email })).toBe('selfReferral');
  expect(await holdOf({ customerEmail: 'no address' })).toBe('customerUnreadable');
});

test('a canceled lead takes its commission back, also after the payment', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  acme = await createBrand('scale');
  ada = await inviteActive(acme.admin);
  await setTerms('/brand', { rate: percent(10), lead: fixed(5) });
  const { trackingCode } = ada;
  const [open, paid] = [
    await dataOf(sendLead({ trackingCode }), 201),
    await dataOf(sendLead({ trackingCode }), 201),
  ];
  const cancel = (lead: Json) => dataOf(post(`/conversions/${lead.id}/cancel`, { reason: 'A fake address' }));
  await cancel(open);
  expect(await earnedOf(open)).toEqual([0, 'reversed', 'brandTerms']);
  clock.advance(31 * 24 * 3600);
  await approveDue({ brandIds: [acme.brand.id], getBrand, hasTime: () => true });
  acme = { ...acme, admin: (await newToken(acme.brand.id, 'admin')).token };
  const payout = await createPayout(acme.admin);
  expect(payout.amount).toBe(5);
  await payPayout(acme.admin, payout.id);
  await cancel(paid);
  expect(await earnedOf(paid)).toEqual([5, 'paid', 'brandTerms']);
  const { items } = await readPage(acme.admin, '/commissions', { status: 'approved' });
  expect(items).toMatchObject([{ kind: 'adjustment', amount: -5, adjusts: paid.commissionId }]);
  expect(await sumsOf(acme.admin, ada.id)).toEqual({
    totalRevenue: 0,
    totalOrders: 0,
    commissionEarned: 0,
  });
  await expectNoDifference();
});

test('the commission of a lead moves with it to another creator, by a reference or by a person', async () => {
  const grace = await inviteActive(acme.admin);
  await setTerms(`/affiliates/${grace.id}`, { rate: percent(10), lead: fixed(8) });
  const lead = await dataOf(sendLead({ trackingCode: ada.trackingCode }), 201);
  const moved = await patch(acme.admin, `/conversions/${lead.id}`, { trackingCode: grace.trackingCode });
  expect(await earnedOf(lead)).toEqual([0, 'reversed', 'brandTerms']);
  expect(await earnedOf(moved)).toEqual([8, 'pending', 'creatorTerms']);
  const body = { affiliateId: ada.id, reason: 'Named by the customer' };
  const decided = await dataOf(post(`/conversions/${lead.id}/attribution`, body));
  expect(await earnedOf(decided)).toEqual([5, 'pending', 'brandTerms']);
  expect(await sumsOf(acme.admin, ada.id)).toMatchObject({ commissionEarned: 5 });
  expect(await sumsOf(acme.admin, grace.id)).toMatchObject({ commissionEarned: 0 });
  await expectNoDifference();
});

test('a lead that moves to a time before its creator earns nothing, and frees its customer for the next attributed order', async () => {
  const { trackingCode } = ada;
  const customerId = 'c-1';
  await patch(acme.admin, '/brand', { customerAttribution: { type: 'lifetime' } });
  const lead = await dataOf(sendLead({ trackingCode, customerId }), 201);
  await patch(acme.admin, `/conversions/${lead.id}`, { occurredAt: '2026-01-01T00:00:00Z' });
  const earlier = await read(acme.admin, `/conversions/${lead.id}`);
  expect(earlier).toMatchObject({ affiliateId: null, commissionId: null });
  expect(await recordOrder(acme.admin, { customerId, amount: 80 })).toMatchObject({ affiliateId: null });
  await recordOrder(acme.admin, { customerId, amount: 80, trackingCode });
  const order = await recordOrder(acme.admin, { customerId, amount: 80 });
  expect(await earnedOf(order)).toEqual([8, 'pending', 'brandTerms']);
  await expectNoDifference();
});

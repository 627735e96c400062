import { describe, expect, test } from 'vitest';
import { readCounter } from '#lib/table/counters.ts';
import { affiliateScope } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createPayout,
  earned,
  patchPayout,
  payPayout,
  readCommission,
  readPayout,
} from '#test/support/payouts.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const paid = (reference: string) => ({ status: 'paid', reference });
const canceled = { status: 'canceled' };

async function readyPayout(amount = 1000) {
  const acme = await brandWithCreators(1);
  const [ada = ''] = acme.creators;
  const commission = await earned(acme, ada, amount);
  const payout = await createPayout(acme.admin);
  return { acme, ada, commission, payout };
}

describe('a payout that is paid', () => {
  test('says when and by which reference, and so are all its commissions; counts follow', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { acme, ada, commission, payout } = await readyPayout();
    clock.advance(60);
    const answer = await payPayout(acme.admin, payout.id, ' transfer 17 ');
    const paidAt = '2026-03-01T12:01:00.000Z';
    expect(answer).toEqual({ ...payout, status: 'paid', reference: 'transfer 17', paidAt });
    expect(await readPayout(acme.admin, payout.id)).toMatchObject(answer);
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      status: 'paid',
      paidAt,
      payoutId: payout.id,
    });
    const counts = { total: 1, approved: 0, paid: 1 };
    expect(await readCounter(acme.brand.id, 'commissions')).toEqual(counts);
    expect(await readCounter(affiliateScope(acme.brand.id, ada), 'affiliateCommissions')).toEqual(counts);
    const creator = await send('GET', `/affiliates/${ada}`, { token: acme.admin });
    expect(creator.json.data.commissionEarned).toBe(10);
  });

  test('again by the same reference is 200, unchanged; by another one, or canceled, is 409', async () => {
    const { acme, payout } = await readyPayout();
    const first = await patchPayout(acme.admin, payout.id, paid('one'));
    const before = await allItems();
    const again = await patchPayout(acme.admin, payout.id, paid('one'));
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectRefusal(
      await patchPayout(acme.admin, payout.id, paid('two')),
      refusal(409, 'A payout that is paid keeps its reference'),
    );
    expectRefusal(
      await patchPayout(acme.admin, payout.id, canceled),
      refusal(409, 'A payout that is paid cannot become canceled'),
    );
    expect(await allItems()).toEqual(before);
  });
});

describe('a payout that is canceled', () => {
  test('frees its commissions, which the next one pays; its lines stay', async () => {
    const { acme, commission, payout } = await readyPayout();
    const answer = await cancelPayout(acme.admin, payout.id);
    expect(answer).toEqual({ ...payout, status: 'canceled', canceledAt: expect.any(String) });
    expect((await readPayout(acme.admin, payout.id)).lines).toHaveLength(1);
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      status: 'approved',
      payoutId: null,
    });
    const next = await createPayout(acme.admin);
    await payPayout(acme.admin, next.id);
    expect(await readCommission(acme.brand.id, commission.id)).toMatchObject({
      status: 'paid',
      payoutId: next.id,
    });
  });

  test('again is 200, unchanged; paid is 409', async () => {
    const { acme, payout } = await readyPayout();
    const first = await patchPayout(acme.admin, payout.id, canceled);
    const before = await allItems();
    const again = await patchPayout(acme.admin, payout.id, canceled);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectRefusal(
      await patchPayout(acme.admin, payout.id, paid('one')),
      refusal(409, 'A payout that is canceled cannot become paid'),
    );
    expect(await allItems()).toEqual(before);
  });

  test('20 times at once is canceled once; paid and canceled at once is one of the two', async () => {
    const { acme, payout } = await readyPayout();
    const answers = await atOnce(20, () => patchPayout(acme.admin, payout.id, canceled));
    expect(statusesOf(answers)).toEqual({ 200: 20 });
    expect(await readCounter(acme.brand.id, 'payouts')).toEqual({
      total: 1,
      preparing: 0,
      ready: 0,
      canceling: 0,
      canceled: 1,
    });
    const next = await createPayout(acme.admin);
    const both = await atOnce(10, (index) =>
      patchPayout(acme.admin, next.id, index % 2 === 0 ? canceled : paid('one')),
    );
    expect(statusesOf(both)).toEqual({ 200: 5, 409: 5 });
    const { status } = await readPayout(acme.admin, next.id);
    const [commission] = await commissionsOf(acme.brand.id);
    expect([status, commission?.status]).toEqual(
      status === 'paid' ? ['paid', 'paid'] : ['canceled', 'approved'],
    );
  });
});

describe('a change is refused', () => {
  test.each([
    ['paid without a reference', { status: 'paid' }, 'reference'],
    ['paid with an empty one', { status: 'paid', reference: ' ' }, 'reference'],
    ['canceled with one', { status: 'canceled', reference: 'one' }, 'reference'],
    ['another status', { status: 'ready' }, 'status'],
    ['none', {}, 'status'],
  ])('%s: 400', async (_, body, field) => {
    const { acme, payout } = await readyPayout();
    const before = await allItems();
    expectRefusal(await patchPayout(acme.admin, payout.id, body), refusedFields(field));
    expect(await allItems()).toEqual(before);
  });

  test('to members, and of other brands’ payouts', async () => {
    const { acme, payout } = await readyPayout();
    const globex = await createBrand();
    const before = await allItems();
    const answer = await patchPayout(acme.member, payout.id, canceled);
    expectRefusal(answer, refusal(403, 'Your role does not allow this action'));
    expectRefusal(await patchPayout(globex.admin, payout.id, canceled), refusal(404, 'Payout not found'));
    expect(await allItems()).toEqual(before);
  });
});

describe('what is in a payout is frozen', () => {
  async function order(token: string, code: string) {
    const body = { orderId: `order-${code}`, amount: 100, discountCode: code };
    const { json } = await send('POST', '/conversions', { token, body });
    await send('PATCH', `/commissions/${json.data.commissionId}/approve`, { token });
    return json.data;
  }

  test('a refund takes back by a negative commission, which the next payout takes off', async () => {
    const { admin, brand } = await createBrand('scale');
    const { id: affiliateId } = await invite(admin);
    const { code } = await createDiscount(admin, affiliateId);
    const { id, commissionId } = await order(admin, code);
    const payout = await createPayout(admin);
    expect(payout).toMatchObject({ amount: 10, commissionsCount: 1 });
    const refund = await send('POST', `/conversions/${id}/refunds`, {
      token: admin,
      body: { refundId: 'r-1', amount: 40 },
    });
    const negative = refund.json.data.commissionId;
    expect(await readCommission(brand.id, negative)).toMatchObject({ amount: -400, adjusts: commissionId });
    expect(await readPayout(admin, payout.id)).toMatchObject({ amount: 10 });
    await payPayout(admin, payout.id);
    expect(await readCommission(brand.id, commissionId)).toMatchObject({ status: 'paid', amount: 1000 });
    const nothing = await createPayout(admin);
    expect(nothing).toMatchObject({ amount: 0, commissionsCount: 0 });
    await earned({ brand, admin, member: '' }, affiliateId, 1000);
    const next = await createPayout(admin);
    expect(next).toMatchObject({ amount: 6, commissionsCount: 2 });
  });

  test('it cannot be rejected, until the payout is canceled', async () => {
    const { acme, commission, payout } = await readyPayout();
    const path = `/commissions/${commission.id}/reject`;
    const reject = () => send('PATCH', path, { token: acme.admin, body: { reason: 'fraud' } });
    expectRefusal(await reject(), refusal(409, 'A commission that is in a payout cannot become rejected'));
    await cancelPayout(acme.admin, payout.id);
    expect((await reject()).status).toBe(200);
  });
});

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createCampaign, createDiscount, openDispute, patch, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { readPage } from '#test/support/lists.ts';
import { refund } from '#test/support/orders.ts';
import { createPayout, markLine, payPayout } from '#test/support/payouts.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';
import { exampleTerms } from '#test/support/terms.ts';

let acme: TestBrand;
beforeAll(async () => {
  acme = await createBrand('scale');
});
afterEach(() => useClock());

const get = (token: string, path: string) => dataOf(send('GET', path, { token }));
const creator = (given: Parameters<typeof createPortalCreator>[1] = {}) =>
  createPortalCreator(acme.brand, given);
const referral = ({ affiliate }: Awaited<ReturnType<typeof creator>>) => ({
  trackingCode: affiliate.trackingCode,
});

describe('GET and PATCH /v1/creator', () => {
  test('return the profile with the brand and the rate that applies, nearest owner first', async () => {
    const { brand, admin } = await createBrand('scale');
    const { affiliate, token } = await createPortalCreator(brand, { group: 'vip' });
    await patch(admin, '/brand', { holdDays: 7, portal: { color: '#1D4ED8' } });
    const profile = await get(token, '/creator');
    expect(profile).toMatchObject({
      id: affiliate.id,
      link: expect.stringContaining(affiliate.trackingCode),
      currency: 'USD',
      brand: { name: 'Acme', slug: brand.slug, color: '#1D4ED8', logoUrl: null },
      terms: { rate: { type: 'percentage', value: 10 }, details: null, holdDays: 7 },
    });
    expect(Object.keys(profile)).not.toContain('metadata');
    const termsAt = async (path: string) => {
      await dataOf(send('PUT', path, { token: admin, body: { terms: exampleTerms } }));
      return (await get(token, '/creator')).terms;
    };
    expect((await termsAt('/affiliate-groups/vip/terms')).details).toMatchObject({ caps: {} });
    await patch(admin, `/affiliates/${affiliate.id}`, {
      commissionOverride: { type: 'percentage', value: 30 },
    });
    expect((await get(token, '/creator')).terms).toMatchObject({ rate: { value: 30 }, details: null });
    expect((await termsAt(`/affiliates/${affiliate.id}/terms`)).details).not.toBeNull();
  });

  test('the profile names the running campaigns of the creator with the rate and the link of each', async () => {
    const { affiliate, token } = await creator();
    const joined = async (body: object) => {
      const campaign = await createCampaign(acme.admin, { status: 'active', ...body });
      const path = `/campaigns/${campaign.id}/affiliates/${affiliate.id}`;
      expect((await send('PUT', path, { token: acme.admin })).status).toBeLessThan(300);
      return campaign.id;
    };
    const rated = await joined({ name: 'Summer', commission: { type: 'percentage', value: 12 } });
    const plain = await joined({ name: 'Plain' });
    await joined({ name: 'Later', startDate: '2099-01-01' });
    await createCampaign(acme.admin, { status: 'active', name: 'Of others' });
    const { campaigns, link } = await get(token, '/creator');
    expect(campaigns).toEqual([
      {
        id: plain,
        name: 'Plain',
        rate: { type: 'percentage', value: 10 },
        hasDetails: false,
        link: `${link}?campaignId=${plain}`,
        endDate: null,
      },
      {
        id: rated,
        name: 'Summer',
        rate: { type: 'percentage', value: 12 },
        hasDetails: false,
        link: `${link}?campaignId=${rated}`,
        endDate: null,
      },
    ]);
    const own = { type: 'percentage', value: 30 };
    await patch(acme.admin, `/affiliates/${affiliate.id}`, { commissionOverride: own });
    expect((await get(token, '/creator')).campaigns).toMatchObject([{ rate: own }, { rate: own }]);
  });

  test.each([
    ['invited', 200],
    ['active', 200],
    ['paused', 409],
    ['applied', 409],
  ] as const)(
    'a creator who is %s and accepts an invitation receives the status %i',
    async (status, expected) => {
      const { affiliate, token } = await createPortalCreator(acme.brand, { status });
      const answer = await send('PATCH', '/creator', { token, body: { status: 'active' } });
      expect(answer.status).toBe(expected);
      const after = await get(acme.admin, `/affiliates/${affiliate.id}`);
      expect(after.status).toBe(expected === 200 ? 'active' : status);
    },
  );

  test('change the name, the profile URL, the language and the e-mails, and nothing else', async () => {
    const { affiliate, token } = await creator();
    const profileUrl = 'https://social.example/ada';
    const changes = { name: 'Ada', profileUrl, language: 'de', mails: { off: ['dailyDigest'] } };
    const changed = await patch(token, '/creator', changes);
    expect(changed).toMatchObject({ ...changes, status: 'active', mode: 'live' });
    expect(await get(acme.admin, `/affiliates/${affiliate.id}`)).toMatchObject(changes);
    for (const body of [
      {},
      { status: 'paused' },
      { commissionOverride: null },
      { email: 'a@b.test' },
      { mails: { off: ['invitation'] } },
    ])
      expect((await send('PATCH', '/creator', { token, body })).status).toBe(400);
  });
});

describe('the money of a creator', () => {
  test('a commission that was taken back says whether the order was refunded, canceled or given to somebody else', async () => {
    const ada = await creator();
    const other = await creator();
    const recorded = async () => recordOrder(acme.admin, referral(ada));
    const [refunded, canceled, moved] = [await recorded(), await recorded(), await recorded()];
    await refund(acme.admin, refunded.id);
    const change = (path: string, body: object) => dataOf(send('POST', path, { token: acme.admin, body }));
    await change(`/conversions/${canceled.id}/cancel`, { reason: 'Out of stock' });
    const to = { affiliateId: other.affiliate.id, reason: 'Wrong link' };
    await change(`/conversions/${moved.id}/attribution`, to);
    const { items } = await readPage(ada.token, '/creator/commissions', { status: 'reversed' });
    const codes = new Map(items.map(({ orderId, explanation }) => [orderId, explanation.code]));
    expect([refunded, canceled, moved].map(({ orderId }) => codes.get(orderId))).toEqual([
      'refunded',
      'canceled',
      'creditedToAnother',
    ]);
    const [one] = items;
    expect((await get(ada.token, `/creator/commissions/${one.id}`)).explanation).toEqual(one.explanation);
  });

  test('the balance and the statistics follow an order from its hold to its payout', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, admin } = await createBrand('scale');
    await patch(admin, '/brand', { payoutMinimum: 15 });
    const { affiliate, token } = await createPortalCreator(brand);
    const of = { brandId: brand.id, affiliateId: affiliate.id };
    const balance = async () => {
      await aggregateNewClicks();
      return get(token, '/creator/balance');
    };
    const none = { pending: 0, approved: 0, inPayout: 0, paid: 0 };
    expect(await balance()).toMatchObject({
      ...none,
      nextApprovalAt: null,
      nextPayout: { status: 'nothing', amount: 0, minimum: 15 },
    });
    const order = await recordOrder(admin, { amount: 100, trackingCode: affiliate.trackingCode });
    await refund(admin, order.id, { amount: 20 });
    expect(await balance()).toMatchObject({
      ...none,
      pending: 8,
      nextApprovalAt: '2026-03-31T12:00:00.000Z',
    });
    await createCommission({ ...of, amount: 1000, status: 'approved' });
    expect((await balance()).nextPayout).toMatchObject({ status: 'belowMinimum', amount: 10 });
    await createCommission({ ...of, amount: 600, status: 'approved' });
    expect((await balance()).nextPayout).toMatchObject({ status: 'waiting', amount: 16 });
    clock.advance(60);
    const payout = await createPayout(admin);
    expect(await balance()).toMatchObject({
      ...none,
      pending: 8,
      inPayout: 16,
      nextPayout: { status: 'inProgress' },
    });
    await payPayout(admin, payout.id);
    expect(await balance()).toMatchObject({
      ...none,
      pending: 8,
      paid: 16,
      nextPayout: { status: 'nothing' },
    });
    const statistics = await get(token, '/creator/statistics?from=2026-02-28&to=2026-03-01');
    const day = { clicks: 0, uniqueClicks: 0, orders: 1, revenue: 80, commission: 24 };
    expect(statistics).toMatchObject({ totals: day, days: [{ date: '2026-02-28', orders: 0 }, day] });
  });

  test('a commission says in words why it has its status, and a note only where the brand wrote to the creator', async () => {
    const { affiliate, token } = await creator();
    const of = { brandId: acme.brand.id, affiliateId: affiliate.id };
    const since = '2026-03-01T12:00:00.000Z';
    const hold = (reason: 'selfReferral' | 'aboveShare') => ({ hold: { reason, since } });
    const expected = [];
    for (const [given, code, note] of [
      [{}, 'holdPeriod', null],
      [hold('aboveShare'), 'review', null],
      [hold('selfReferral'), 'selfReferral', null],
      [{ status: 'approved' }, 'waitsForPayout', null],
      [{ status: 'paid' }, 'paid', null],
      [{ status: 'paid', settledElsewhere: true }, 'paidElsewhere', null],
      [{ status: 'rejected', reason: 'Coupon site' }, 'rejected', 'Coupon site'],
      [{ status: 'reversed', reason: 'Bob moved' }, 'refunded', null],
      [{ manualKind: 'bonus', reason: 'Thanks', status: 'approved' }, 'waitsForPayout', 'Thanks'],
    ] as const) {
      const { id } = await createCommission({ ...of, ...given });
      expected.push([id, code, note]);
      const found = await get(token, `/creator/commissions/${id}`);
      expect([found.id, found.explanation.code, found.note]).toEqual([id, code, note]);
    }
    const { items, total } = await readPage(token, '/creator/commissions', {});
    expect(items.map(({ id, explanation, note }) => [id, explanation.code, note])).toEqual(
      expected.toReversed(),
    );
    expect(total).toBe(expected.length);
    const rejected = await readPage(token, '/creator/commissions', { status: 'rejected' });
    expect(rejected.items.map(({ note }) => note)).toEqual(['Coupon site']);
  });

  test('a statement lists the commissions that a payout pays to the creator, and says if it failed', async () => {
    const { brand, admin } = await createBrand('scale');
    const [ada, bob] = [await createPortalCreator(brand), await createPortalCreator(brand)];
    const approve = (affiliateId: string, amount: number) =>
      createCommission({ brandId: brand.id, affiliateId, amount, status: 'approved' });
    const payouts = [];
    for (const amounts of [[100, 200], [300]]) {
      for (const amount of amounts) await approve(ada.affiliate.id, amount);
      await approve(bob.affiliate.id, 5000);
      payouts.push(await createPayout(admin));
    }
    const [first, second] = payouts;
    await markLine(admin, second.id, ada.affiliate.id, 'failed');
    const { items, total } = await readPage(ada.token, '/creator/payouts', {});
    expect([items, total]).toMatchObject([
      [
        { id: second.id, amount: 3, lineStatus: 'failed', failureReason: null },
        { id: first.id, amount: 3, lineStatus: 'open', commissionsCount: 2 },
      ],
      2,
    ]);
    const statement = await get(ada.token, `/creator/payouts/${first.id}`);
    expect(statement.commissions.map(({ amount }: { amount: number }) => amount)).toEqual([2, 1]);
    const listed = await readPage(ada.token, '/creator/commissions', { payoutId: first.id });
    expect(listed).toMatchObject({ items: statement.commissions, total: 2 });
    expect(
      (await send('GET', `/creator/payouts/${first.id}`, { token: (await createPortalCreator(brand)).token }))
        .status,
    ).toBe(404);
  });

  test('lists the discount codes of the creator without what the brand has noted', async () => {
    const { affiliate, token } = await creator();
    const { code } = await createDiscount(acme.admin, affiliate.id, { metadata: { note: 'expensive' } });
    const { items } = await readPage(token, '/creator/discounts', { status: 'active' });
    expect(items).toMatchObject([{ code, usageCount: 0 }]);
    expect(JSON.stringify(items)).not.toContain('expensive');
  });
});

describe('GET /v1/creator/orders/{orderId}', () => {
  const outcomeOf = async (token: string, orderId: string) => {
    const { outcome, commission } = await get(token, `/creator/orders/${orderId}`);
    return [outcome, commission?.status ?? null];
  };

  test('says why an order earns or does not earn, and hides the other creator', async () => {
    const [ada, bob] = [await creator(), await creator()];
    const outcome = async (given: object) => {
      const order = await recordOrder(acme.admin, given);
      return { order, found: await outcomeOf(ada.token, order.orderId) };
    };
    const own = await outcome(referral(ada));
    expect(own.found).toEqual(['credited', 'pending']);
    await refund(acme.admin, own.order.id);
    expect(await outcomeOf(ada.token, own.order.orderId)).toEqual(['refunded', 'reversed']);
    const rejected = await outcome(referral(ada));
    await patch(acme.admin, `/commissions/${rejected.order.commissionId}/reject`, { reason: 'Coupon site' });
    expect(await outcomeOf(ada.token, rejected.order.orderId)).toEqual(['rejected', 'rejected']);
    const selfReferral = { ...referral(ada), customerEmail: ada.affiliate.email };
    expect((await outcome(selfReferral)).found).toEqual(['selfReferral', 'pending']);
    const { code } = await createDiscount(acme.admin, bob.affiliate.id);
    expect((await outcome({ ...referral(ada), discountCode: code })).found).toEqual([
      'creditedToAnother',
      null,
    ]);
    for (const given of [referral(bob), {}])
      expect((await outcome(given)).found).toEqual(['notReferred', null]);
    expect(await outcomeOf(ada.token, 'no-such-order')).toEqual(['notRecorded', null]);
    await patch(acme.admin, `/affiliates/${ada.affiliate.id}`, { status: 'paused' });
    expect((await outcome(referral(ada))).found).toEqual(['creatorPaused', null]);
  });
});

test('GET /v1/creator/orders/{orderId} finds an order by the number that Shopify prints, and hides the id of an order of somebody else', async () => {
  const [ada, bob] = [await creator(), await creator()];
  const number = String(Math.floor(Math.random() * 1e12));
  const order = await recordOrder(acme.admin, { ...referral(ada), externalId: `#${number}` });
  for (const name of [number, `%23${number}`, order.orderId])
    expect(await get(ada.token, `/creator/orders/${name}`)).toMatchObject({
      orderId: order.orderId,
      outcome: 'credited',
    });
  expect(await get(bob.token, `/creator/orders/${number}`)).toMatchObject({
    orderId: number,
    outcome: 'notReferred',
    commission: null,
  });
});

describe('the disputes of a creator', () => {
  test('a creator disputes an order or an own commission, and sees the decision', async () => {
    const { affiliate, token } = await creator();
    const { id: commissionId } = await createCommission({
      brandId: acme.brand.id,
      affiliateId: affiliate.id,
      status: 'rejected',
    });
    const ask = (body: object) =>
      send('POST', '/creator/disputes', { token, body: { message: 'Please check it', ...body } });
    const { id } = await dataOf(ask({ kind: 'rejectedCommission', commissionId }), 201);
    expect((await ask({ kind: 'rejectedCommission', commissionId })).json.code).toBe('dispute_exists');
    await dataOf(ask({ kind: 'attribution', orderId: 'order-1041' }), 201);
    await send('POST', `/disputes/${id}/reject`, { token: acme.admin, body: { reason: 'Coupon site' } });
    const { items } = await readPage(token, '/creator/disputes', { status: 'rejected' });
    expect(items).toEqual([expect.objectContaining({ id, commissionId, reason: 'Coupon site' })]);
    expect(Object.keys(items[0] ?? {})).not.toContain('decidedBy');
  });

  test('a commission of another creator is refused like one that does not exist', async () => {
    const [ada, bob] = [await creator(), await creator()];
    const foreign = await createCommission({ brandId: acme.brand.id, affiliateId: bob.affiliate.id });
    const ask = async (commissionId: string) => {
      const body = { kind: 'commissionAmount', commissionId, message: 'Please check it' };
      const { status, json } = await send('POST', '/creator/disputes', { token: ada.token, body });
      return { status, ...json, requestId: '' };
    };
    expect(await ask(foreign.id)).toEqual(await ask('com_01JD0000000000000000000000'));
  });

  test('an idempotency key of a creator is no key of the brand or of another creator', async () => {
    const [ada, bob] = [await creator(), await creator()];
    const body = { kind: 'missingOrder', message: 'Please check it' };
    const sent = (token: string) => send('POST', '/creator/disputes', { token, body, ...withKey('key-1') });
    const ids = [await sent(ada.token), await sent(ada.token), await sent(bob.token)].map(
      ({ json }) => json.data.id,
    );
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    const order = { orderId: 'order-of-key-1', amount: 1 };
    const recorded = await send('POST', '/conversions', {
      token: acme.admin,
      body: order,
      ...withKey('key-1'),
    });
    expect(recorded.status).toBe(201);
  });

  test('a dispute that the brand has opened belongs to the creator as well', async () => {
    const { affiliate, token } = await creator();
    const { id } = await openDispute(acme.admin, affiliate.id);
    expect((await readPage(token, '/creator/disputes', {})).items).toMatchObject([{ id }]);
  });
});

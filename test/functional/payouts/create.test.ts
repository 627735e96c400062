import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createApiKey, inviteActive } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { leaseSeconds, newKey, withKey } from '#test/support/idempotent-requests.ts';
import { isTransaction, runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { detailsPath, paypalDetails } from '#test/support/payment-details.ts';
import { putDetails } from '#test/support/payment-files.ts';
import {
  brandWithCreators,
  cancelPayout,
  commissionsOf,
  createApprovedCommission,
  createPayout,
  payoutOfPreview,
  payPayout,
  postPayout,
  readCommission,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { fakeTimer } from '#test/support/timers.ts';

/** Returns `[amount, commissionsCount]` of a payout for each creator. */
const linesOf = async (token: string, id: string): Promise<Record<string, readonly [number, number]>> => {
  const { lines } = await readPayout(token, id);
  return Object.fromEntries(
    lines.map((line: { affiliateId: string; amount: number; commissionsCount: number }) => [
      line.affiliateId,
      [line.amount, line.commissionsCount],
    ]),
  );
};

describe('POST /v1/payouts', () => {
  test('creates a line with name and e-mail address for each creator who has earned a commission', async () => {
    fakeClock('2026-03-01T12:00:00.000Z', 1);
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    const claimed = [
      await createApprovedCommission(acme, ada, 1000),
      await createApprovedCommission(acme, ada, 250),
      await createApprovedCommission(acme, ben, 301),
    ];
    const payout = await createPayout(acme.admin);
    expect(payout).toEqual({
      id: expect.stringMatching(/^pay_/),
      status: 'ready',
      currency: 'USD',
      amount: 15.51,
      affiliatesCount: 2,
      commissionsCount: 3,
      excludedCount: 0,
      minimum: 0,
      affiliateIds: null,
      excludeAffiliateIds: null,
      earnedBefore: null,
      includeBanned: false,
      paymentMethod: null,
      paidCount: 0,
      failedCount: 0,
      progress: null,
      reference: null,
      periodStart: claimed[0]?.createdAt,
      periodEnd: claimed[2]?.createdAt,
      createdAt: expect.stringMatching(/^2026-03-01T12:00:/),
      paidAt: null,
      canceledAt: null,
      reopenedAt: null,
      reopenReason: null,
      emptyReason: null,
    });
    const email = expect.stringMatching(/@creators\.test$/);
    const open = { reason: null, status: 'open', paidAt: null, failedAt: null, failureReason: null };
    expect(await readPayout(acme.admin, payout.id)).toEqual({
      ...payout,
      lines: [
        { affiliateId: ben, name: '', email, amount: 3.01, commissionsCount: 1, ...open },
        { affiliateId: ada, name: '', email, amount: 12.5, commissionsCount: 2, ...open },
      ],
      excluded: [],
    });
    for (const { id } of claimed) {
      expect(await readCommission(acme.brand.id, id)).toMatchObject({
        status: 'approved',
        payoutId: payout.id,
      });
    }
  });

  test('excludes commissions that are pending, rejected, reversed, paid or in another payout', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    for (const status of ['pending', 'rejected', 'reversed', 'paid'] as const) {
      await createCommission({ brandId: acme.brand.id, affiliateId: ada, status });
    }
    await createApprovedCommission(acme, ada, 500);
    const first = await createPayout(acme.admin);
    expect(first).toMatchObject({ amount: 5, commissionsCount: 1 });
    const second = await postPayout(acme.admin);
    expect([second.status, second.json]).toEqual([200, { data: null, meta: { reason: 'nothingOwed' } }]);
  });

  test('a request that was interrupted after it created the payout returns this payout when it is retried with its key', async () => {
    const clock = fakeClock();
    const acme = await brandWithCreators(1);
    await createApprovedCommission(acme, acme.creators[0] ?? '', 500);
    const options = { token: acme.admin, body: {}, ...withKey(newKey()) };
    const request = () => send('POST', '/payouts', options);
    const { hasDied } = await runAndKill(request, { call: 1, moment: 'after', counts: isTransaction });
    expect(hasDied).toBe(true);
    const [created] = (await readPage(acme.admin, '/payouts')).items;
    expect(created.status).toBe('preparing');
    clock.advance(leaseSeconds);
    const { status, json } = await request();
    expect([status, json.data?.id, json.data?.status]).toEqual([201, created.id, 'ready']);
    expect((await readPage(acme.admin, '/payouts')).total).toBe(1);
  });

  test('deducts negative commissions', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    await createApprovedCommission(acme, ada, 1000);
    await createApprovedCommission(acme, ada, -300);
    const payout = await createPayout(acme.admin);
    expect(await linesOf(acme.admin, payout.id)).toEqual({ [ada]: [7, 2] });
  });

  test('leaves creators below the minimum or without a positive balance for a later payout', async () => {
    const acme = await brandWithCreators(4);
    const [ada = '', ben = '', cy = '', dan = ''] = acme.creators;
    const postponed = [
      await createApprovedCommission(acme, ada, 4999),
      await createApprovedCommission(acme, cy, 100),
      await createApprovedCommission(acme, cy, -400),
      await createApprovedCommission(acme, dan, 7000),
      await createApprovedCommission(acme, dan, -7000),
    ];
    const paidOut = [
      await createApprovedCommission(acme, ben, 2500),
      await createApprovedCommission(acme, ben, 2500),
    ];
    const payout = await createPayout(acme.admin, { minimum: 50 });
    expect(payout).toMatchObject({ amount: 50, affiliatesCount: 1, commissionsCount: 2, minimum: 50 });
    expect(await linesOf(acme.admin, payout.id)).toEqual({ [ben]: [50, 2] });
    for (const { id } of postponed)
      expect(await readCommission(acme.brand.id, id)).toMatchObject({ payoutId: null });
    for (const { id } of paidOut) {
      expect(await readCommission(acme.brand.id, id)).toMatchObject({ payoutId: payout.id });
    }
    await createApprovedCommission(acme, ada, 1);
    await createApprovedCommission(acme, cy, 301);
    const next = await createPayout(acme.admin);
    expect(await linesOf(acme.admin, next.id)).toEqual({ [ada]: [50, 2], [cy]: [0.01, 3] });
  });

  test('pays only the creators in affiliateIds', async () => {
    const acme = await brandWithCreators(4);
    const [ada = '', ben = '', cy = '', dan = ''] = acme.creators;
    for (const [index, creator] of [ada, ben, cy].entries())
      await createApprovedCommission(acme, creator, 100 * (index + 1));
    const affiliateIds = [cy, dan, ada];
    const payout = await createPayout(acme.admin, { affiliateIds });
    expect(payout).toMatchObject({ affiliateIds, affiliatesCount: 2, amount: 4 });
    expect(await linesOf(acme.admin, payout.id)).toEqual({ [ada]: [1, 1], [cy]: [3, 1] });
  });

  test('uses the minor units of the brand’s currency', async () => {
    const acme = await brandWithCreators(1, { currency: 'JPY' });
    const [ada = ''] = acme.creators;
    await createApprovedCommission(acme, ada, 1234);
    expect(await createPayout(acme.admin, { minimum: 1234 })).toMatchObject({
      currency: 'JPY',
      amount: 1234,
    });
    expectError(await postPayout(acme.admin, { minimum: 0.5 }), invalidFields('minimum'));
  });

  test('creates batches of commissions that are deleted when the payout is canceled, and kept when it is paid', async () => {
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    for (const creator of [ada, ben]) await createApprovedCommission(acme, creator, 100);
    const batchOfBrand = new RegExp(`^${acme.brand.id}#.*#BATCH$`);
    const batches = async () => (await allItems()).filter(({ pk }) => batchOfBrand.test(String(pk)));
    const canceled = await createPayout(acme.admin);
    expect(await batches()).toHaveLength(1);
    await cancelPayout(acme.admin, canceled.id);
    expect(await batches()).toEqual([]);
    const paid = await createPayout(acme.admin);
    await payPayout(acme.admin, paid.id);
    expect(await batches()).toHaveLength(1);
    const commissions = await commissionsOf(acme.brand.id);
    expect(commissions.map(({ status, payoutId }) => [status, payoutId])).toEqual(
      commissions.map(() => ['paid', paid.id]),
    );
  });
});

describe('POST /v1/payouts (validation)', () => {
  test('returns 403 to a user with the role member and writes nothing', async () => {
    const { member } = await createBrand();
    const before = await allItems();
    expectError(await postPayout(member), errorBody(403, 'Your role does not allow this action'));
    expect(await allItems()).toEqual(before);
  });

  test('returns 400 with the path of the unknown creator and writes nothing', async () => {
    const acme = await brandWithCreators(1);
    const globex = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    const before = await allItems();
    const unknown = newId('affiliate', new Date());
    for (const unknownId of [unknown, globex.creators[0], 'none']) {
      const answer = await postPayout(acme.admin, { affiliateIds: [ada, unknownId] });
      const details = [{ path: 'affiliateIds.1', message: 'Affiliate not found' }];
      expectError(answer, errorBody(400, 'Invalid request body', details));
    }
    expect(await allItems()).toEqual(before);
  });

  test.each([
    ['an empty list of creators', { affiliateIds: [] }, 'affiliateIds'],
    ['101 creators', { affiliateIds: Array(101).fill('aff_01JD0000000000000000000000') }, 'affiliateIds'],
    [
      'a duplicate creator',
      { affiliateIds: Array(2).fill('aff_01JD0000000000000000000000') },
      'affiliateIds',
    ],
    ['a negative minimum', { minimum: -1 }, 'minimum'],
    ['a minimum with three decimals', { minimum: 0.001 }, 'minimum'],
    ['a string as minimum', { minimum: '1' }, 'minimum'],
    ['an unknown field', { currency: 'EUR' }, 'currency'],
  ])('returns 400 and writes nothing for %s', async (_, body, field) => {
    const { admin } = await createBrand();
    const before = await allItems();
    expectError(await postPayout(admin, body), invalidFields(field));
    expect(await allItems()).toEqual(before);
  });
});

describe('POST /v1/payouts?dryRun=true', () => {
  test('previews the payout that the real request then creates, and writes nothing', async () => {
    const acme = await brandWithCreators(4);
    const [ada = '', ben = '', cy = '', dan = ''] = acme.creators;
    await createApprovedCommission(acme, ada, 6000);
    await createApprovedCommission(acme, ada, -500);
    await createApprovedCommission(acme, ben, 4999);
    await createApprovedCommission(acme, cy, 5000);
    await createApprovedCommission(acme, dan, 9000);
    const affiliateIds = [cy, ben, ada];
    const before = await allItems();
    const answer = await postPayout(acme.admin, { affiliateIds, minimum: 50 }, '?dryRun=true');
    expect(answer.status, answer.text).toBe(200);
    const { dryRun, isComplete } = answer.json.data;
    expect([dryRun, isComplete]).toEqual([true, true]);
    const preview = payoutOfPreview(answer.json.data);
    expect(await allItems()).toEqual(before);
    const { id } = await createPayout(acme.admin, { affiliateIds, minimum: 50 });
    expect(await readPayout(acme.admin, id)).toMatchObject(preview);
    expect(preview).toMatchObject({ amount: 105, affiliatesCount: 2, commissionsCount: 3 });
  });

  test('a new payout says which creators no payout file would contain, and why', async () => {
    const acme = await brandWithCreators(3);
    const [payable = '', held = '', none = ''] = acme.creators;
    for (const id of acme.creators) await createApprovedCommission(acme, id, 100);
    await putDetails(acme, payable, paypalDetails);
    await putDetails(acme, held, paypalDetails);
    await send('DELETE', detailsPath(held), { token: acme.admin });
    await putDetails(acme, held, paypalDetails);
    const { lines } = (await postPayout(acme.admin, {}, '?dryRun=true')).json.data;
    const reasons = lines.map(({ affiliateId, notInFile }: Json) => [affiliateId, notInFile]);
    expect(Object.fromEntries(reasons)).toEqual({ [payable]: null, [held]: 'held', [none]: 'noDetails' });
  });

  test('returns isComplete false when the time runs out', async () => {
    const acme = await brandWithCreators(2);
    const [ada = '', ben = ''] = acme.creators;
    for (const creator of [ada, ben]) await createApprovedCommission(acme, creator, 100);
    fakeTimer(10_000);
    const answer = await postPayout(acme.admin, { affiliateIds: [ada, ben] }, '?dryRun=true');
    expect(answer.json.data).toMatchObject({ isComplete: false, affiliatesCount: 1 });
  });

  test('returns isComplete false when the time runs out in test mode, however far its clock is ahead', async () => {
    const { admin, brand } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    const brandId = twinIdOf(brand.id, 0);
    const creators = [await inviteActive(key), await inviteActive(key)].map(({ id }) => id);
    for (const affiliateId of creators)
      await createCommission({ brandId, affiliateId, amount: 100, status: 'approved' });
    await send('POST', '/test/clock', { token: key, body: { advance: 'P45D' } });
    fakeTimer(10_000);
    const answer = await postPayout(key, { affiliateIds: creators }, '?dryRun=true');
    expect(answer.json.data).toMatchObject({ isComplete: false, affiliatesCount: 1 });
  });

  test('returns 400 for unknown creators, as the real request does', async () => {
    const { admin } = await createBrand();
    const unknown = { affiliateIds: [newId('affiliate', new Date())] };
    expectError(await postPayout(admin, unknown, '?dryRun=true'), invalidFields('affiliateIds.0'));
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Commission, CommissionStatus } from '#lib/money/commissions/schema/commission.ts';
import { putCommission } from '#lib/money/commissions/writes.ts';
import { createCommission, someCommission } from '#test/support/commissions.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { idsOf, type Query, readPage, walk } from '#test/support/lists.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const refusedQuery = (path: string) =>
  errorBody(400, 'Invalid query parameters', [{ path, message: expect.any(String) }]);
const emptyPage = { items: [], total: 0, cursor: null, totalIsExact: true };

describe('GET /v1/commissions/{id}', () => {
  test('returns every field of a commission, with money as decimals', async () => {
    const { brand, member } = await createBrand();
    const {
      brandId: _,
      revision: __,
      // For the reports by discount code.
      discountId: ___,
      occurredAt: _occurredAt,
      ...stored
    } = await createCommission({
      brandId: brand.id,
      affiliateId: (await invite(member)).id,
      status: 'paid',
      orderAmount: 123_456,
      amount: 1999,
      rate: { type: 'percentage', value: 1250, source: 'override' },
      campaignId: (await createCampaign(member)).id,
    });
    const answer = await send('GET', `/commissions/${stored.id}`, { token: member });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      data: {
        ...stored,
        kind: 'order',
        settledElsewhere: false,
        explanation: null,
        orderAmount: 1234.56,
        amount: 19.99,
        originalAmount: 19.99,
        rate: { type: 'percentage', value: 12.5, source: 'override' },
      },
    });
  });

  test('returns every digit of an amount that a floating-point number cannot represent', async () => {
    const { brand, admin } = await createBrand();
    const commission = someCommission({
      brandId: brand.id,
      affiliateId: (await invite(admin)).id,
      orderAmount: 9_007_199_254_740_991,
      amount: 9_007_199_254_740_990,
    });
    const { id } = commission;
    // Write no totals, because they have no room for such an amount.
    await transact([putCommission(commission)]);
    const { text } = await send('GET', `/commissions/${id}`, { token: admin });
    expect(text).toContain('"orderAmount":90071992547409.91,');
    expect(text).toContain('"amount":90071992547409.9,');
  });

  test.each([
    ['JPY', 1999, '1999'],
    ['BHD', 1999, '1.999'],
    ['USD', -1, '-0.01'],
    ['USD', 0, '0'],
  ])('returns a %s amount of %i minor units as %s', async (currency, amount, text) => {
    const { brand, admin } = await createBrand('growth', { currency });
    const { id: affiliateId } = await invite(admin);
    const { id } = await createCommission({
      brandId: brand.id,
      affiliateId,
      currency,
      amount,
      rate: { type: 'fixed', value: 1999, source: 'brand' },
    });
    const answer = await send('GET', `/commissions/${id}`, { token: admin });
    expect(answer.text).toContain(`"amount":${text},`);
  });
});

describe('GET /v1/commissions', () => {
  let acme: TestBrand;
  let creators: readonly string[];
  const commissions: Commission[] = [];
  /** The creator and status of each commission, oldest first. */
  const inventory: readonly (readonly [creator: 0 | 1, CommissionStatus])[] = [
    [0, 'pending'],
    [1, 'pending'],
    [0, 'approved'],
    [0, 'pending'],
    [1, 'paid'],
    [0, 'rejected'],
    [1, 'reversed'],
    [0, 'pending'],
    [1, 'approved'],
  ];
  beforeAll(async () => {
    acme = await createBrand();
    creators = [(await invite(acme.admin)).id, (await invite(acme.admin)).id];
    let at = Date.now();
    for (const [creator, status] of inventory) {
      at += 1;
      const id = newId('commission', new Date(at));
      commissions.unshift(
        await createCommission({ brandId: acme.brand.id, affiliateId: creators[creator] ?? '', status, id }),
      );
    }
  });

  const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;
  const combinations = [undefined, ...statuses].flatMap((status) =>
    [undefined, 0, 1].map(
      (creator) =>
        [
          creator === undefined ? 'any creator' : `creator ${creator + 1}`,
          status === undefined ? 'any status' : `status ${status}`,
          status,
          creator,
        ] as const,
    ),
  );

  test.each(combinations)(
    'lists exactly the commissions of %s with %s, newest first, page by page',
    async (_, __, status, creator) => {
      const affiliateId = creator === undefined ? undefined : creators[creator];
      const expected = commissions.filter(
        (commission) =>
          (status === undefined || commission.status === status) &&
          (affiliateId === undefined || commission.affiliateId === affiliateId),
      );
      const filters = { ...(status && { status }), ...(affiliateId && { affiliateId }) };
      const pages = await walk(acme.member, '/commissions', { ...filters, limit: 2 });
      expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(idsOf(expected));
      for (const { total } of pages) expect(total).toBe(expected.length);
      const singlePage = await readPage(acme.member, '/commissions', {
        ...filters,
        limit: Math.max(1, expected.length),
      });
      expect(singlePage).toMatchObject({ total: expected.length, cursor: null, totalIsExact: true });
      expect(singlePage.items).toHaveLength(expected.length);
    },
  );

  test('returns the same items as GET /v1/commissions/{id}', async () => {
    const { items } = await readPage(acme.admin, '/commissions', { limit: 1 });
    const read = await send('GET', `/commissions/${items[0]?.id}`, { token: acme.admin });
    expect(items).toEqual([read.json.data]);
  });

  test('returns no commission of another brand, even for the id of its creator', async () => {
    const globex = await createBrand();
    expect(await readPage(globex.admin, '/commissions')).toEqual(emptyPage);
    expect(await readPage(globex.admin, '/commissions', { affiliateId: creators[0] ?? '' })).toEqual(
      emptyPage,
    );
  });

  test('returns an empty list for an unknown or malformed creator id', async () => {
    for (const affiliateId of [newId('affiliate', new Date()), 'nobody']) {
      expect(await readPage(acme.admin, '/commissions', { affiliateId })).toEqual(emptyPage);
    }
  });

  test('includes a new commission at once in the total of each matching filter', async () => {
    fakeClock(new Date(), 1);
    const { brand, admin } = await createBrand();
    const { id: affiliateId } = await invite(admin);
    const filters: readonly Query[] = [
      {},
      { status: 'pending' },
      { affiliateId },
      { affiliateId, status: 'pending' },
    ];
    for (let count = 1; count <= 3; count += 1) {
      const { id } = await createCommission({ brandId: brand.id, affiliateId });
      for (const filter of filters) {
        const { items, total } = await readPage(admin, '/commissions', filter);
        expect([items[0]?.id, items.length, total]).toEqual([id, count, count]);
      }
      expect((await readPage(admin, '/commissions', { affiliateId, status: 'paid' })).total).toBe(0);
    }
  });

  test('returns 400 when a cursor is sent with other filters', async () => {
    const [affiliateId = ''] = creators;
    const filters = [
      '',
      'status=pending&',
      `affiliateId=${affiliateId}&`,
      `status=pending&affiliateId=${affiliateId}&`,
    ];
    for (const filter of filters) {
      const first = await send('GET', `/commissions?${filter}limit=1`, { token: acme.admin });
      const { cursor } = first.json.meta;
      for (const other of filters) {
        const answer = await send('GET', `/commissions?${other}cursor=${cursor}`, { token: acme.admin });
        if (other === filter) expect(answer.status).toBe(200);
        else expectError(answer, refusedQuery('cursor'));
      }
    }
  });

  test.each([
    ['status', ''],
    ['status', 'open'],
    ['status', 'total'],
    ['status', 'pending,open'],
    ['affiliateId', ''],
    ['affiliateId', 'a b'],
    ['campaignId', 'a b'],
    ['payoutId', ''],
    ['discountId', 'x'],
    ['paidTo', 'tomorrow'],
    ['limit', '0'],
    ['limit', '101'],
    ['limit', '1e1'],
  ])('returns 400 for the query %s=%s', async (name, value) => {
    const path = `/commissions?${new URLSearchParams({ [name]: value })}`;
    expectError(await send('GET', path, { token: acme.admin }), refusedQuery(name));
  });
});

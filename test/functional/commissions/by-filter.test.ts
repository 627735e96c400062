// Tests the bulk decisions about commissions that a filter selects, and bulk rejections.
import { describe, expect, test } from 'vitest';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { claimForPayout } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

async function newProgram() {
  const { brand, admin } = await createBrand('scale');
  const { id: affiliateId } = await invite(admin);
  const commission = (given: Partial<Commission> = {}) =>
    createCommission({ brandId: brand.id, affiliateId, ...given });
  const decide = (action: 'approve' | 'reject', body: object) => {
    const reason = action === 'reject' ? { reason: 'Fraud' } : {};
    return send('POST', `/commissions/${action}`, { token: admin, body: { ...reason, ...body } });
  };
  return { brand, admin, affiliateId, commission, decide };
}

const decidedIn = ({ json }: { readonly json: Json }): readonly string[] =>
  json.data.map((row: Json) => row.commission?.id);

const hold = { reason: 'selfReferral', since: '2026-03-01T12:00:00.000Z' } as const;

describe('POST /v1/commissions/approve with a filter', () => {
  test('approves the pending commissions that match, the oldest first, and leaves out those that are held', async () => {
    const { admin, affiliateId, commission, decide } = await newProgram();
    const other = await invite(admin);
    const [first, second] = [await commission(), await commission()];
    const held = await commission({ hold });
    await commission({ status: 'rejected' });
    const foreign = await commission({ affiliateId: other.id });
    const answer = await decide('approve', { filter: { status: 'pending', affiliateId } });
    expect(decidedIn(answer)).toEqual([first.id, second.id]);
    expect(answer.json.meta).toEqual({ total: 2, approved: 2, failed: 0, cursor: null });
    const inReview = await decide('approve', { filter: { status: 'pending', held: true } });
    expect(decidedIn(inReview)).toEqual([held.id]);
    const { items } = await readPage(admin, '/commissions', { status: 'pending' });
    expect(items.map(({ id }) => id)).toEqual([foreign.id]);
  });

  test('selects by campaign and by day of the creation', async () => {
    const { admin, commission, decide } = await newProgram();
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const { id, createdAt } = await commission({ campaignId });
    await commission();
    const day = createdAt.slice(0, 'YYYY-MM-DD'.length);
    const filter = { status: 'pending', campaignId };
    expect(decidedIn(await decide('approve', { filter: { ...filter, createdTo: '2020-01-01' } }))).toEqual(
      [],
    );
    const range = { createdFrom: day, createdTo: day };
    expect(decidedIn(await decide('approve', { filter: { ...filter, ...range } }))).toEqual([id]);
  });

  test('decides about 100 commissions in a request, and continues at the cursor', async () => {
    const { admin, commission, decide } = await newProgram();
    for (let index = 0; index < 102; index += 1) await commission();
    const filter = { status: 'pending' };
    const first = await decide('approve', { filter });
    expect(first.json.meta).toEqual({
      total: 100,
      approved: 100,
      failed: 0,
      cursor: decidedIn(first).at(-1),
    });
    const second = await decide('approve', { filter, cursor: first.json.meta.cursor });
    expect(second.json.meta).toEqual({ total: 2, approved: 2, failed: 0, cursor: null });
    expect((await readPage(admin, '/commissions', { status: 'approved' })).total).toBe(102);
  });
});

describe('POST /v1/commissions/reject', () => {
  test('rejects the commissions of the ids with one reason, each independently of the others', async () => {
    const { brand, admin, commission, decide } = await newProgram();
    const [pending, approved, claimed] = [
      await commission(),
      await commission({ status: 'approved' }),
      await commission({ status: 'approved' }),
    ];
    await claimForPayout(brand.id, claimed.id);
    const answer = await decide('reject', { ids: [pending.id, claimed.id, approved.id] });
    expect(answer.json).toMatchObject({
      data: [
        { index: 0, status: 'rejected', commission: { id: pending.id, status: 'rejected', reason: 'Fraud' } },
        { index: 1, status: 'failed', error: { code: 'commission_in_payout' } },
        { index: 2, status: 'rejected', commission: { id: approved.id } },
      ],
      meta: { total: 3, rejected: 2, failed: 1, cursor: null },
    });
    expect((await readPage(admin, '/commissions', { status: 'rejected' })).total).toBe(2);
  });

  test('rejects the pending commissions of a creator, also those that are held, and skips failures at the cursor', async () => {
    const { brand, affiliateId, commission, decide } = await newProgram();
    const [plain, held] = [await commission(), await commission({ hold })];
    const filter = { status: 'pending', affiliateId };
    expect(decidedIn(await decide('reject', { filter }))).toEqual([plain.id, held.id]);
    const claimed = await commission({ status: 'approved' });
    await claimForPayout(brand.id, claimed.id);
    const failed = await decide('reject', { filter: { ...filter, status: 'approved' } });
    expect(failed.json.meta).toEqual({ total: 1, rejected: 0, failed: 1, cursor: null });
  });
});

describe('bulk decisions (validation)', () => {
  test.each([
    ['neither ids nor a filter', {}, 'ids'],
    ['ids and a filter', { ids: ['com_1'], filter: { status: 'pending' } }, 'filter'],
    ['a cursor with ids', { ids: ['com_1'], cursor: 'com_1' }, 'cursor'],
    ['a filter without a status', { filter: {} }, 'filter.status'],
    ['another status', { filter: { status: 'paid' } }, 'filter.status'],
    ['an unknown filter', { filter: { status: 'pending', orderId: 'x' } }, 'filter.orderId'],
    [
      'an empty range',
      { filter: { status: 'pending', createdFrom: '2026-01-02', createdTo: '2026-01-01' } },
      'filter.createdFrom',
    ],
  ])('returns 400 and writes nothing for %s', async (_, body, path) => {
    const { commission, decide } = await newProgram();
    await commission();
    const before = await allItems();
    for (const action of ['approve', 'reject'] as const) {
      expectError(await decide(action, body), invalidFields(path));
    }
    expect(await allItems()).toEqual(before);
  });

  test('approval by a filter refuses the status approved, and rejection needs a reason', async () => {
    const { admin, decide } = await newProgram();
    const filter = { status: 'approved' };
    expectError(await decide('approve', { filter }), invalidFields('filter.status'));
    const body = { filter };
    expectError(await send('POST', '/commissions/reject', { token: admin, body }), invalidFields('reason'));
  });
});

test('a filter of approved and held commissions selects no pending commission that is held', async () => {
  const { admin, commission, decide } = await newProgram();
  const { id } = await commission({ hold });
  expect(decidedIn(await decide('reject', { filter: { status: 'approved', held: true } }))).toEqual([]);
  expect((await send('GET', `/commissions/${id}`, { token: admin })).json.data.status).toBe('pending');
});

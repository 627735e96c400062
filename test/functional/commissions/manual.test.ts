// Tests commissions without an order: bonuses, deductions and opening balances.
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { highestInShard } from '#lib/foundation/table/writes/counters.ts';
import { deltasOf } from '#lib/money/ledger/rules.ts';
import { storedEntry } from '#lib/money/ledger/schema.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, invite, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { type Query, readPage } from '#test/support/lists.ts';
import { commissionOf, read, sumsOf } from '#test/support/orders.ts';
import { createPayout, payPayout, postPayout } from '#test/support/payouts.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

const reason = 'Most orders of the month';

async function newProgram() {
  const { brand, admin, member } = await createBrand('scale');
  const { id: affiliateId, trackingCode } = await inviteActive(admin);
  const post = (body: object, token = admin) =>
    send('POST', '/commissions', {
      token,
      body: { affiliateId, kind: 'bonus', amount: 50, reason, ...body },
    });
  const create = (body: object = {}) => dataOf(post(body), 201);
  const order = () => recordOrder(admin, { trackingCode });
  return { brand, admin, member, affiliateId, order, post, create };
}

async function countChanges(): Promise<void> {
  for (const batch of await newChanges()) await aggregate(batch);
}

async function expectNoDifference(brandId: string): Promise<void> {
  expect((await reconcileBrand(brandId)).differences).toEqual([]);
}

describe('POST /v1/commissions', () => {
  test('creates an approved commission without an order, which counts for the creator and the campaign', async () => {
    const { brand, admin, affiliateId, create } = await newProgram();
    const { id: campaignId } = await createCampaign(admin, { status: 'active' });
    const bonus = await create({ campaignId, occurredAt: '2026-01-31T12:00:00Z' });
    expect(bonus).toEqual({
      id: expect.stringMatching(/^com_/),
      kind: 'bonus',
      settledElsewhere: false,
      explanation: null,
      affiliateId,
      campaignId,
      ...{ conversionId: null, orderId: null, orderAmount: null, rate: null, adjusts: null },
      ...{ amount: 50, originalAmount: 50, currency: 'USD', status: 'approved', reason, hold: null },
      ...{ createdAt: bonus.createdAt, eligibleAt: bonus.createdAt, approvedAt: bonus.createdAt },
      approvedBy: decodeJwt(admin).sub,
      ...{ paidAt: null, payoutId: null },
    });
    expect(await read(admin, `/commissions/${bonus.id}`)).toEqual(bonus);
    const sums = { totalRevenue: 0, totalOrders: 0, commissionEarned: 50 };
    expect(await sumsOf(admin, affiliateId)).toEqual(sums);
    expect(await read(admin, `/campaigns/${campaignId}/stats`)).toMatchObject({ orders: 0, commission: 50 });
    const filters: readonly Query[] = [
      { affiliateId },
      { campaignId },
      { status: 'approved' },
      { approvedFrom: '2026-01-01' },
    ];
    for (const filter of filters) {
      const { items, total } = await readPage(admin, '/commissions', {
        ...filter,
        expand: 'affiliate,campaign',
      });
      expect([items.map(({ id }) => id), total]).toEqual([[bonus.id], 1]);
    }
    await countChanges();
    const report = await read(admin, '/reports/performance?from=2026-01-31&to=2026-01-31&groupBy=affiliate');
    expect(report.totals).toMatchObject({ orders: 0, approvedCommission: 50, commission: 50 });
    expect((await read(admin, '/reports/payables')).totals).toMatchObject({ due: 50 });
    await expectNoDifference(brand.id);
  });

  test.each([
    ['bonus', 7.25, 7.25],
    ['deduction', '7.25', -7.25],
    ['openingBalance', 7.25, 7.25],
    ['openingBalance', '-7.25', -7.25],
  ] as const)('records a %s of %s as %f', async (kind, amount, expected) => {
    const { brand, admin, affiliateId, create } = await newProgram();
    expect(await create({ kind, amount })).toMatchObject({ kind, amount: expected });
    expect((await sumsOf(admin, affiliateId)).commissionEarned).toBe(expected);
    const entries = (await allItems()).filter(({ pk }) => String(pk).startsWith(`${brand.id}#LEDGER`));
    const [entry] = entries.map((item) => storedEntry.parse(item));
    expect(entry?.kind).toBe(kind);
    expect(entry?.postings).toContainEqual({ account: 'approved', amount: -expected * 100 });
    expect(entry && deltasOf(entry).conversions).toEqual({ amount: 725 });
    await expectNoDifference(brand.id);
  });

  test('a payout pays manual commissions with those of orders, and a deduction that is larger than the earnings waits', async () => {
    const { brand, admin, create, order } = await newProgram();
    const { commissionId } = await order();
    await patch(admin, `/commissions/${commissionId}/approve`, {});
    const deduction = await create({ kind: 'deduction', amount: 10.01, reason: 'A sample' });
    expect((await postPayout(admin)).json).toMatchObject({ data: null, meta: { reason: 'nothingOwed' } });
    await create({ amount: 1 });
    const payout = await createPayout(admin);
    expect(payout).toMatchObject({ status: 'ready', amount: 0.99, commissionsCount: 3 });
    await payPayout(admin, payout.id);
    expect(await commissionOf(admin, { commissionId: deduction.id })).toMatchObject({
      status: 'paid',
      amount: -10.01,
      reason: 'A sample',
    });
    await expectNoDifference(brand.id);
  });

  test('can be rejected, and restored with its first reason', async () => {
    const { brand, admin, affiliateId, create } = await newProgram();
    const bonus = await create();
    const rejected = await patch(admin, `/commissions/${bonus.id}/reject`, { reason: 'Sent twice' });
    expect(rejected).toMatchObject({ status: 'rejected', reason: 'Sent twice' });
    expect((await sumsOf(admin, affiliateId)).commissionEarned).toBe(0);
    expect(await dataOf(send('POST', `/commissions/${bonus.id}/restore`, { token: admin }))).toEqual(bonus);
    await expectNoDifference(brand.id);
  });
});

describe('POST /v1/commissions (validation)', () => {
  test.each([
    ['a negative bonus', { amount: -1 }, 'amount'],
    ['a negative deduction', { kind: 'deduction', amount: -1 }, 'amount'],
    ['an amount of 0', { kind: 'openingBalance', amount: 0 }, 'amount'],
    ['too many decimals', { amount: 0.001 }, 'amount'],
    ['too high an amount', { amount: 10 ** 10 + 1 }, 'amount'],
    ['too low a balance', { kind: 'openingBalance', amount: -(10 ** 10) - 1 }, 'amount'],
    ['an unknown kind', { kind: 'order' }, 'kind'],
    ['no reason', { reason: null }, 'reason'],
    ['a time in the future', { occurredAt: '2199-01-01T00:00:00Z' }, 'occurredAt'],
    ['an unknown creator', { affiliateId: 'aff_01JD0000000000000000000000' }, 'affiliateId'],
    ['an unknown campaign', { campaignId: 'cmp_01JD0000000000000000000000' }, 'campaignId'],
  ])('returns 400 and writes nothing for %s', async (_, body, path) => {
    const { post } = await newProgram();
    const before = await allItems();
    expectError(await post(body), invalidFields(path));
    expect(await allItems()).toEqual(before);
  });

  test('returns 400 for a draft of a campaign, which can be deleted', async () => {
    const { admin, post } = await newProgram();
    const { id: campaignId } = await createCampaign(admin);
    const message = 'Is a draft: set its status to active first, or omit the field';
    const details = [{ path: 'campaignId', message }];
    expectError(await post({ campaignId }), errorBody(400, 'Invalid request body', details));
  });

  test('returns 409 for a creator whose personal data was erased', async () => {
    const { admin, affiliateId, post } = await newProgram();
    await send('DELETE', `/affiliates/${affiliateId}/personal-data`, { token: admin });
    const message = `The personal data of ${affiliateId} was erased, so the creator gets no further commission`;
    expectError(await post({}), errorBody(409, message, undefined, 'affiliate_erased'));
  });

  test('returns 409 when the sum of all orders and manual commissions has no room for the amount', async () => {
    const { brand, post } = await newProgram();
    for (let shard = 0; shard < 64; shard += 1) {
      await updateItem({
        Key: { ...keys.counterShard(brand.id, 'conversions', shard) },
        UpdateExpression: 'SET amount = :most',
        ExpressionAttributeValues: { ':most': highestInShard('conversions') - 500 },
      });
    }
    const before = await allItems();
    for (const body of [{ amount: 5.01 }, { kind: 'deduction', amount: 5.01 }]) {
      expect((await post(body)).json).toMatchObject({ statusCode: 409, code: 'sum_limit_reached' });
    }
    expect(await allItems()).toEqual(before);
    expect((await post({ amount: 5 })).status).toBe(201);
  });

  test('returns 403 to a user with the role member, and 400 for a creator of another brand', async () => {
    const { member, post } = await newProgram();
    const foreign = await invite((await createBrand()).admin);
    expectError(await post({}, member), errorBody(403, 'Your role does not allow this action'));
    expectError(await post({ affiliateId: foreign.id }), invalidFields('affiliateId'));
  });
});

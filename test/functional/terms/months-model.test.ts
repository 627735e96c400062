// Compares the settled months of random histories of orders with a naive calculation.
import { expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, inviteActive, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { sendRefund } from '#test/support/orders.ts';
import { seededRandom } from '#test/support/random.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const steps = [
  { from: 150, percent: 20 },
  { from: 500, percent: 30 },
];
const perMonth = 90;
const operations = 40;

interface Program {
  readonly token: string;
  readonly affiliateId: string;
}

const all = async ({ token, affiliateId }: Program, path: string): Promise<readonly Json[]> =>
  (await send('GET', `${path}?affiliateId=${affiliateId}&limit=100`, { token })).json.data;

/** Reads the orders and commissions through the API, and applies the definition of the terms to them, in cents. */
async function naiveSum(program: Program, appliesTo: string): Promise<number> {
  const [orders, commissions] = [await all(program, '/conversions'), await all(program, '/commissions')];
  const approved = new Set(
    commissions.filter(({ status }) => ['approved', 'paid'].includes(status)).map(({ id }) => id),
  );
  const counted = orders
    .filter(
      ({ commissionId, amount, refundedAmount }) => approved.has(commissionId) && amount > refundedAmount,
    )
    .map(({ occurredAt, amount, refundedAmount }) => ({ occurredAt, left: amount - refundedAmount }))
    .toSorted((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt));
  const total = counted.reduce((sum, { left }) => sum + left, 0);
  let [before, earned] = [0, 0];
  for (const { left } of counted) {
    const sold = appliesTo === 'wholeMonth' ? total : before;
    const rate = steps.findLast(({ from }) => from <= sold)?.percent ?? 10;
    earned = Math.min(perMonth * 100, earned + left * rate);
    before += left;
  }
  return earned;
}

const paidSum = async (program: Program): Promise<number> =>
  (await all(program, '/commissions'))
    .filter(({ status }) => status === 'approved' || status === 'paid')
    .reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

const histories = [
  [1, 'followingOrders'],
  [2, 'wholeMonth'],
  [3, 'followingOrders'],
  [4, 'wholeMonth'],
] as const;

test.each(histories.slice(0, sized(4, 4, 2)))(
  'history %i of approvals, rejections, refunds, restorations and payouts with %s earns what its orders deserve',
  async (seed, appliesTo) => {
    const random = seededRandom(seed, 'months');
    const clock = fakeClock('2026-11-02T12:00:00.000Z', 1);
    const { admin, brand } = await createBrand('scale');
    const { key: token } = await createApiKey(admin);
    const { id: affiliateId, trackingCode } = await inviteActive(token);
    const program = { token, affiliateId };
    const tiers = {
      by: 'revenue',
      appliesTo,
      steps: steps.map(({ from, percent: value }) => ({ from, rate: percent(value) })),
    };
    const body = { terms: { rate: percent(10), tiers, caps: { perMonth } } };
    await dataOf(send('PUT', '/brand/terms', { token, body }));
    clock.advance(86_400);
    const orders: Json[] = [];
    const order = () => random.pick(orders) ?? { id: 'cnv_none', commissionId: 'com_none' };
    const decide = (method: string, decision: string, sent: object) =>
      send(method, `/commissions/${order().commissionId}/${decision}`, { token, body: sent });
    const operation: Readonly<Record<string, () => Promise<unknown>>> = {
      record: async () => {
        const occurredAt = new Date(clock.now().getTime() - random.between(0, 86_000_000)).toISOString();
        orders.push(await recordOrder(token, { amount: random.between(50, 300), trackingCode, occurredAt }));
      },
      approve: () => decide('PATCH', 'approve', {}),
      reject: () => decide('PATCH', 'reject', { reason: 'Fraud' }),
      restore: () => decide('POST', 'restore', {}),
      refund: () =>
        sendRefund(token, order().id, {
          refundId: `r-${clock.now().getTime()}`,
          amount: random.between(1, 80),
        }),
      refundAll: () => sendRefund(token, order().id, { refundId: `r-${clock.now().getTime()}` }),
      pay: async () => {
        const { json, status } = await send('POST', '/payouts', { token, body: {} });
        if (status !== 201) return;
        await send('PATCH', `/payouts/${json.data.id}`, { token, body: { status: 'paid', reference: 't' } });
      },
      settle: async () => {
        clock.advance(601);
        await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
      },
    };
    for (let count = 0; count < operations; count += 1) {
      clock.advance(60);
      const name =
        count < 5 ? 'record' : random.pick(['record', 'approve', 'approve', ...Object.keys(operation)]);
      await operation[name ?? '']?.();
    }
    await operation.settle?.();
    expect(await paidSum(program)).toBe(await naiveSum(program, appliesTo));
    expect((await all(program, '/commissions')).some(({ conversionId }) => conversionId === null)).toBe(true);
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  },
  60_000,
);

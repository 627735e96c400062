// What a key costs, beside the same request without one: stated in docs/performance.md. Keeping an answer costs what it is large.
import { beforeAll, expect, test } from 'vitest';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { isReplay, newKey, withKey } from '#test/support/keyed.ts';
import { recordOrder, unusedOrder } from '#test/support/orders.ts';
import { earned } from '#test/support/payouts.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

interface Asked {
  readonly path: string;
  readonly body: object;
}

/** Units of reads and writes together, and calls that wait for one another: without a key, with one, answered again. */
type Figures = readonly [capacity: number, roundTrips: number];
type Stated = readonly [plain: Figures, keyed: Figures, again: Figures];

let created: TestBrand;
let affiliateId = '';
let trackingCode = '';
let discountCode = '';

beforeAll(async () => {
  created = await createBrand('scale');
  const { admin } = created;
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const creator = await invite(admin, { campaignIds: [campaignId] });
  affiliateId = creator.id;
  trackingCode = creator.trackingCode;
  discountCode = (await createDiscount(admin, affiliateId, { campaignId })).code;
});

const order = (named: object) => ({ orderId: unusedOrder(), amount: 100, ...named });

async function payoutOf(commissions: number): Promise<Asked> {
  for (let made = 0; made < commissions; made += 1) await earned(created, affiliateId, 500);
  return { path: '/payouts', body: {} };
}

/** What is asked: another one each time, of the same size. At most so much, in the order of docs/performance.md. */
const cases: readonly (readonly [string, () => Promise<Asked> | Asked, Stated])[] = [
  [
    'an order with a code of a campaign and a tracking code',
    () => ({ path: '/conversions', body: order({ trackingCode, discountCode }) }),
    [
      [41, 3],
      [47, 3],
      [7, 1],
    ],
  ],
  [
    'an order of nobody',
    () => ({ path: '/conversions', body: order({}) }),
    [
      [13, 2],
      [17, 3],
      [5, 1],
    ],
  ],
  [
    '100 orders with both',
    () => ({
      path: '/conversions/bulk',
      body: { conversions: Array.from({ length: 100 }, () => order({ trackingCode, discountCode })) },
    }),
    [
      [3605, 22],
      [3702, 24],
      [27, 1],
    ],
  ],
  [
    'a refund of part of an order with a tracking code',
    async () => {
      const { id } = await recordOrder(created.admin, { trackingCode });
      return { path: `/conversions/${id}/refunds`, body: { refundId: 'refund-1', amount: 1 } };
    },
    [
      [26, 4],
      [29, 5],
      [4, 1],
    ],
  ],
  [
    'a payout of three commissions of one creator',
    () => payoutOf(3),
    [
      [47, 7],
      [52, 9],
      [4, 1],
    ],
  ],
  [
    'a payout of nothing',
    () => payoutOf(0),
    [
      [18, 4],
      [20, 6],
      [4, 1],
    ],
  ],
];

async function costOf({ path, body }: Asked, key?: string) {
  const [answer, { capacity, roundTrips }] = await trafficOf(() =>
    send('POST', path, { token: created.admin, body, ...(key !== undefined && withKey(key)) }),
  );
  expect(answer.status, answer.text).toBeLessThan(300);
  return { answer, figures: [capacity, roundTrips] as const };
}

test.each(cases)('%s', async (_, ask, stated) => {
  const plain = await costOf(await ask());
  const [asked, key] = [await ask(), newKey()];
  const keyed = await costOf(asked, key);
  const again = await costOf(asked, key);
  expect([isReplay(keyed.answer), isReplay(again.answer)]).toEqual([false, true]);
  const seen = [plain, keyed, again].map(({ figures }) => figures);
  for (const [index, [capacity, roundTrips]] of seen.entries()) {
    const [most, trips] = stated[index] ?? [0, 0];
    expect(capacity, JSON.stringify(seen)).toBeLessThanOrEqual(most);
    expect(roundTrips, JSON.stringify(seen)).toBe(trips);
  }
});

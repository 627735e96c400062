// Tests the cost of an Idempotency-Key, as stated in docs/performance.md. A stored response costs in proportion to its size.
import { beforeAll, expect, test } from 'vitest';
import { createCampaign, createDiscount, inviteActive } from '#test/support/creations.ts';
import { isReplay, newKey, withKey } from '#test/support/idempotent-requests.ts';
import { recordOrder, unusedOrder } from '#test/support/orders.ts';
import { createApprovedCommission, createPayout } from '#test/support/payouts.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

interface RequestInput {
  readonly path: string;
  readonly body: object;
}

/** Read and write units together, and sequential calls. */
type Cost = readonly [capacity: number, roundTrips: number];
type Budget = readonly [unkeyed: Cost, keyed: Cost, replay: Cost];

let brand: TestBrand;
let affiliateId = '';
let trackingCode = '';
let discountCode = '';

beforeAll(async () => {
  brand = await createBrand('scale');
  const { admin } = brand;
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const creator = await inviteActive(admin, { campaignIds: [campaignId] });
  affiliateId = creator.id;
  trackingCode = creator.trackingCode;
  discountCode = (await createDiscount(admin, affiliateId, { campaignId })).code;
  await createApprovedCommission(brand, affiliateId, 500);
  await createPayout(admin);
});

const orderWith = (references: object) => ({ orderId: unusedOrder(), amount: 100, ...references });

async function createPayoutInput(commissions: number): Promise<RequestInput> {
  for (let count = 0; count < commissions; count += 1)
    await createApprovedCommission(brand, affiliateId, 500);
  return { path: '/payouts', body: {} };
}

/** Each call creates a new request of the same size. The capacities are upper limits, in the order of docs/performance.md. */
const cases: readonly (readonly [string, () => Promise<RequestInput> | RequestInput, Budget])[] = [
  [
    'an order with a campaign discount code and a tracking code',
    () => ({ path: '/conversions', body: orderWith({ trackingCode, discountCode }) }),
    [
      [43, 3],
      [49, 4],
      [8, 1],
    ],
  ],
  [
    'an order without a reference',
    () => ({ path: '/conversions', body: orderWith({}) }),
    [
      [14, 2],
      [18, 3],
      [5, 1],
    ],
  ],
  [
    'a batch of 100 orders with both references',
    () => ({
      path: '/conversions/bulk',
      body: { conversions: Array.from({ length: 100 }, () => orderWith({ trackingCode, discountCode })) },
    }),
    [
      [3706, 22],
      [3810, 24],
      [29, 1],
    ],
  ],
  [
    'a partial refund of an order with a tracking code',
    async () => {
      const { id } = await recordOrder(brand.admin, { trackingCode });
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
    () => createPayoutInput(3),
    [
      [57, 11],
      [63, 13],
      [4, 1],
    ],
  ],
  [
    'a payout without a payable creator, which is not created',
    () => createPayoutInput(0),
    [
      [7, 4],
      [10, 6],
      [4, 1],
    ],
  ],
];

async function costOf({ path, body }: RequestInput, key?: string) {
  const [answer, { capacity, roundTrips }] = await trafficOf(() =>
    send('POST', path, { token: brand.admin, body, ...(key !== undefined && withKey(key)) }),
  );
  expect(answer.status, answer.text).toBeLessThan(300);
  return { answer, figures: [capacity, roundTrips] as const };
}

test.each(cases)(
  '%s stays within its budget of capacity and round trips without a key, with a key and when replayed',
  async (_, createRequest, budget) => {
    const unkeyed = await costOf(await createRequest());
    const [request, key] = [await createRequest(), newKey()];
    const keyed = await costOf(request, key);
    const replay = await costOf(request, key);
    expect([isReplay(keyed.answer), isReplay(replay.answer)]).toEqual([false, true]);
    const measured = [unkeyed, keyed, replay].map(({ figures }) => figures);
    for (const [index, [capacity, roundTrips]] of measured.entries()) {
      const [maxCapacity, expectedRoundTrips] = budget[index] ?? [0, 0];
      expect(capacity, JSON.stringify(measured)).toBeLessThanOrEqual(maxCapacity);
      expect(roundTrips, JSON.stringify(measured)).toBe(expectedRoundTrips);
    }
  },
);

// What an order consumes: stated in docs/performance.md, and the same whatever the brand has seen before.
import { beforeAll, describe, expect, test } from 'vitest';
import { aFewAtATime } from '#test/support/at-once.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { recordOrder, sendOrder, sendOrders, sendRefund, unusedOrder } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { trafficOf } from '#test/support/traffic.ts';

const history = sized(100, 300);

/** At most, in units of reads and writes together, and in calls that wait for one another. */
const stated = {
  'with a code of a campaign, a click and a tracking code': { capacity: 47, roundTrips: 3 },
  'with a tracking code': { capacity: 32, roundTrips: 3 },
  'of nobody': { capacity: 13, roundTrips: 2 },
  'the same again': { capacity: 8, roundTrips: 2 },
  'asked about only': { capacity: 11, roundTrips: 2 },
  'an approval': { capacity: 18, roundTrips: 3 },
  'a refund of part of it': { capacity: 37, roundTrips: 4 },
  'a rejection': { capacity: 22, roundTrips: 3 },
} as const;

const isStated = (name: string): name is keyof typeof stated => name in stated;

/** A brand with a creator whose code is of a campaign. */
async function createProgram() {
  const { admin } = await createBrand('scale');
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const { id: affiliateId, trackingCode } = await invite(admin, { campaignIds: [campaignId] });
  const { code: discountCode } = await createDiscount(admin, affiliateId, { campaignId });
  const clicked = await send('POST', `/tracking/ref/${trackingCode}`, {
    token: admin,
    body: { campaignId, visitorId: 'v' },
  });
  const named = { discountCode, clickId: clicked.json.data.clickId, trackingCode };
  const customer = { customerId: 'customer-1', customerEmail: 'someone@customers.test' };
  return { admin, trackingCode, everything: { ...named, ...customer } };
}

type Program = Awaited<ReturnType<typeof createProgram>>;

const capacityOf = async (work: () => Promise<{ status: number; text: string }>, status: number) => {
  const [answer, { capacity, roundTrips }] = await trafficOf(work);
  expect(answer.status, answer.text).toBe(status);
  return { capacity, roundTrips };
};

/** What each thing that happens to an order consumes, and how many calls wait for another one. */
async function figuresOf({ admin, trackingCode, everything }: Program) {
  const orderId = unusedOrder();
  const first = await recordOrder(admin, everything);
  return {
    'with a code of a campaign, a click and a tracking code': await capacityOf(
      () => sendOrder(admin, { orderId, ...everything }),
      201,
    ),
    'the same again': await capacityOf(() => sendOrder(admin, { orderId, ...everything }), 200),
    'asked about only': await capacityOf(() => sendOrder(admin, everything, '?dryRun=true'), 200),
    'with a tracking code': await capacityOf(() => sendOrder(admin, { trackingCode }), 201),
    'of nobody': await capacityOf(() => sendOrder(admin), 201),
    'an approval': await capacityOf(
      () => send('PATCH', `/commissions/${first.commissionId}/approve`, { token: admin }),
      200,
    ),
    'a refund of part of it': await capacityOf(
      () => sendRefund(admin, first.id, { refundId: 'refund-1', amount: 10 }),
      201,
    ),
    'a rejection': await capacityOf(
      () =>
        send('PATCH', `/commissions/${first.commissionId}/reject`, {
          token: admin,
          body: { reason: 'Fraud' },
        }),
      200,
    ),
  };
}

let program: Program;
beforeAll(async () => {
  program = await createProgram();
});

describe('an order', () => {
  test(`consumes what docs/performance.md says, and the same after ${history} others`, async () => {
    fakeClock();
    const before = await figuresOf(program);
    expect(Object.keys(before).toSorted()).toEqual(Object.keys(stated).toSorted());
    for (const [name, { capacity, roundTrips }] of Object.entries(before)) {
      const most = isStated(name) ? stated[name] : { capacity: 0, roundTrips: 0 };
      expect(capacity, name).toBeLessThanOrEqual(most.capacity);
      expect(roundTrips, name).toBeLessThanOrEqual(most.roundTrips);
    }
    const orders = () =>
      Array.from({ length: 100 }, () => ({ orderId: unusedOrder(), amount: 1, ...program.everything }));
    for (let made = 0; made < history; made += 100) {
      expect((await sendOrders(program.admin, orders())).json.meta.created).toBe(100);
    }
    await aFewAtATime(10, () => recordOrder(program.admin));
    expect(await figuresOf(program)).toEqual(before);
  });
});

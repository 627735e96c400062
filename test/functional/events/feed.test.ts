// Tests the feed of events: its order, its filters and its positions.
import { beforeAll, describe, expect, test } from 'vitest';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { read, refund } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

let token: string;
let member: string;
let creators: readonly Json[];
let order: Json;
let all: readonly Json[];

beforeAll(async () => {
  ({ admin: token, member } = await createBrand('scale'));
  const campaign = await createCampaign(token, { status: 'active' });
  creators = [await inviteActive(token, { campaignIds: [campaign.id] }), await inviteActive(token)];
  const discount = await createDiscount(token, creators[0]?.id, { campaignId: campaign.id });
  order = await recordOrder(token, { discountCode: discount.code, amount: 80.5 });
  await recordAllEvents();
  await recordOrder(token, { trackingCode: creators[1]?.trackingCode, amount: 19.99 });
  await refund(token, order.id, { amount: 30 });
  const { commissionId } = await recordOrder(token, { trackingCode: creators[1]?.trackingCode, amount: 7 });
  await send('PATCH', `/commissions/${commissionId}/reject`, { token, body: { reason: 'Test order' } });
  await recordAllEvents();
  all = await followFeed(token);
});

const ids = (events: readonly Json[]) => events.map(({ id }) => id);

test('a consumer that follows the feed sees every event once and in order', async () => {
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1));
  expect(ids(await followFeed(token, 'limit=2'))).toEqual(ids(all));
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
});

test('the feed from the middle has the events after it', async () => {
  const middle = all[4];
  expect(ids(await followFeed(token, 'limit=3', middle.id))).toEqual(ids(all.slice(5)));
});

test('the position of a consumer at the end of the feed stays, and gets the next event later', async () => {
  const last = all.at(-1);
  const atEnd = await send('GET', `/events?after=${last.id}`, { token });
  expect(atEnd.json).toEqual({ data: [], meta: { after: last.id, hasMore: false } });
});

describe('the filters of the feed', () => {
  test('`type` accepts several types and patterns', async () => {
    const found = await followFeed(
      token,
      'type=conversion.*&type=commission.rejected'.replace('&type=', ','),
    );
    expect(found.map(({ type }) => type)).toEqual(
      all.map(({ type }) => type).filter((type) => /^conversion|^commission.rejected/.test(type)),
    );
    expect(found).toHaveLength(5);
  });

  test('`resourceId` finds the events of one resource', async () => {
    const found = await followFeed(token, `resourceId=${order.id}&limit=1`);
    expect(found.map(({ type }) => type)).toEqual(['conversion.recorded', 'conversion.refunded']);
    expect(found).toEqual(all.filter(({ resourceId }) => resourceId === order.id));
  });

  test('`createdFrom` and `createdTo` are inclusive instants', async () => {
    const [from, to] = [all[3].createdAt, all[8].createdAt];
    const found = await followFeed(token, `createdFrom=${from}&createdTo=${to}&limit=2`);
    expect(ids(found)).toEqual(ids(all.filter(({ createdAt }) => from <= createdAt && createdAt <= to)));
  });

  test('an unknown type is a 400 that says what to send', async () => {
    const { status, json } = await send('GET', '/events?type=order.*', { token });
    expect([status, json.details[0].message]).toEqual([
      400,
      'Must be types of events such as conversion.recorded, or patterns such as conversion.* or *',
    ]);
  });
});

describe('one event', () => {
  test('an event is found by its id', async () => {
    expect(await read(token, `/events/${all[2].id}`)).toEqual(all[2]);
  });

  test('the id of an event of another brand is a 404, and a 400 as a position', async () => {
    const { admin: other } = await createBrand('scale');
    expect((await send('GET', `/events/${all[2].id}`, { token: other })).status).toBe(404);
    for (const filter of ['', '&createdFrom=2099-01-01'])
      expect((await send('GET', `/events?after=${all[2].id}${filter}`, { token: other })).status).toBe(400);
  });

  test('members of a brand cannot read its events, because they name users and API keys', async () => {
    expect((await send('GET', '/events', { token: member })).status).toBe(403);
  });
});

test('the sums of all creators follow from the events of conversions and commissions', async () => {
  const sums = new Map(
    creators.map(({ id }) => [id, { totalRevenue: 0, totalOrders: 0, commissionEarned: 0 }]),
  );
  const earned = new Map<string, number>();
  for (const { type, data, changes } of all) {
    const sum = sums.get(data.affiliateId);
    if (sum === undefined) continue;
    if (type === 'conversion.recorded') {
      sum.totalOrders += 1;
      sum.totalRevenue += data.amount;
    }
    if (type === 'conversion.refunded')
      sum.totalRevenue -= changes.refundedAmount.after - changes.refundedAmount.before;
    if (type.startsWith('commission.')) {
      const amount = type === 'commission.rejected' ? 0 : data.amount;
      sum.commissionEarned += amount - (earned.get(data.id) ?? 0);
      earned.set(data.id, amount);
    }
  }
  for (const { id } of creators) {
    const { totalRevenue, totalOrders, commissionEarned } = await read(token, `/affiliates/${id}`);
    const sum = sums.get(id);
    expect(sum?.totalOrders).toBe(totalOrders);
    expect(sum?.totalRevenue).toBeCloseTo(totalRevenue, 6);
    expect(sum?.commissionEarned).toBeCloseTo(commissionEarned, 6);
  }
});

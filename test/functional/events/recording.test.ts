// Tests that every effect becomes one event, complete and in order, also when batches repeat and functions are killed.
import { afterEach, expect, test, vi } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { eventOf } from '#lib/events/present/new-event.ts';
import type { RecordedEvent } from '#lib/events/rules/page.ts';
import { readEventsAfter } from '#lib/events/store/pages.ts';
import { recordEvents } from '#lib/events/store/record.ts';
import { changesIn } from '#lib/streams/changes.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { killer } from '#test/support/interruptions.ts';
import { refund } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Batch, newChanges } from '#test/support/stream.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const record = ({ shardId, records }: Batch) =>
  recordEvents(shardId, changesIn({ Records: [...records] }), eventOf);

async function recordAll(): Promise<void> {
  for (const batch of await newChanges()) await record(batch);
}

async function eventsOf(brandId: string): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for (let page = await readEventsAfter(brandId, 0); page.length > 0; ) {
    all.push(...page);
    page = await readEventsAfter(brandId, page.at(-1)?.sequence ?? 0);
  }
  return all;
}

const typesOf = (events: readonly RecordedEvent[], resourceId: string) =>
  events.filter((event) => event.resourceId === resourceId).map(({ type }) => type);

async function runProgram() {
  const { admin: token, brand } = await createBrand('scale');
  const campaign = await createCampaign(token, { status: 'active' });
  const creator = await inviteActive(token, { campaignIds: [campaign.id] });
  const discount = await createDiscount(token, creator.id, { campaignId: campaign.id });
  const order = await recordOrder(token, { discountCode: discount.code, amount: 100 });
  await refund(token, order.id, { amount: 40 });
  await send('PATCH', `/commissions/${order.commissionId}/approve`, { token });
  const { json: payout } = await send('POST', '/payouts', { token, body: {} });
  await send('PATCH', `/payouts/${payout.data.id}`, { token, body: { status: 'paid', reference: 'x' } });
  await send('DELETE', `/discounts/${discount.id}`, { token });
  await send('PATCH', `/affiliates/${creator.id}`, { token, body: { status: 'banned', name: 'Ada L.' } });
  return { token, brand, campaign, creator, discount, order, payout: payout.data };
}

test('every effect of a program becomes one event with the fields that changed', async () => {
  await newChanges();
  const { brand, campaign, creator, discount, order, payout } = await runProgram();
  await recordAll();
  const events = await eventsOf(brand.id);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  expect(typesOf(events, campaign.id)).toEqual(['campaign.created']);
  expect(typesOf(events, creator.id)).toEqual([
    'affiliate.invited',
    'affiliate.activated',
    'affiliate.banned',
  ]);
  expect(typesOf(events, discount.id)).toEqual(['discount.created', 'discount.deleted']);
  expect(typesOf(events, order.id)).toEqual(['conversion.recorded', 'conversion.refunded']);
  expect(typesOf(events, order.commissionId)).toEqual([
    'commission.created',
    'commission.adjusted',
    'commission.approved',
    'commission.paid',
  ]);
  expect(typesOf(events, payout.id)).toEqual(['payout.created', 'payout.ready', 'payout.paid']);
  const banned = events.find(({ type }) => type === 'affiliate.banned');
  expect(banned?.changes).toEqual({
    status: { before: 'active', after: 'banned' },
    name: { before: creator.name, after: 'Ada L.' },
  });
});

test('an event names the actor and the request, also when the item was deleted', async () => {
  await newChanges();
  const { brand, discount } = await runProgram();
  await recordAll();
  const deletion = (await eventsOf(brand.id)).find(({ type }) => type === 'discount.deleted');
  expect(deletion).toMatchObject({
    resourceId: discount.id,
    data: { code: discount.code },
    changes: {},
    actor: { id: expect.stringMatching(/^usr_/), requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  });
});

test('events are the same after repeated batches and killed functions', async () => {
  await newChanges();
  const { brand } = await runProgram();
  const random = newRandom(1);
  const { run, kills } = killer(random, { kills: 8, every: 3 });
  for (const { shardId, records } of await newChanges()) {
    for (let first = 0; first < records.length; first += 7) {
      const part = { shardId, records: records.slice(Math.max(0, first - 5), first + 7) };
      while (!(await run(() => record(part))));
      if (random.next() < 0.5) await run(() => record(part));
    }
  }
  expect(kills()).toBeGreaterThan(0);
  vi.restoreAllMocks();
  const events = await eventsOf(brand.id);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const counts = Map.groupBy(events, ({ type }) => type);
  expect(Object.fromEntries([...counts].map(([type, { length }]) => [type, length]))).toEqual({
    'affiliate.activated': 1,
    'affiliate.banned': 1,
    'affiliate.invited': 1,
    'campaign.created': 1,
    'commission.adjusted': 1,
    'commission.approved': 1,
    'commission.created': 1,
    'commission.paid': 1,
    'conversion.recorded': 1,
    'conversion.refunded': 1,
    'discount.created': 1,
    'discount.deleted': 1,
    'payout.created': 1,
    'payout.paid': 1,
    'payout.ready': 1,
    'user.created': 2,
  });
});

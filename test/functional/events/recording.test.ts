// Tests that every effect becomes one event, complete and in order, also when batches repeat and functions are killed.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { eventOf } from '#lib/care/catalog/event-of.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { changesIn } from '#lib/foundation/streams/changes.ts';
import { skipPast } from '#lib/foundation/streams/exactly-once.ts';
import { dynamoDb, queryPartition } from '#lib/foundation/table/client.ts';
import { eventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import { recordEvents } from '#lib/record/events/store/record.ts';
import { readEventsAfter } from '#lib/record/events/store/segments.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { brokenLinks } from '#test/support/event-links.ts';
import { killer, pauseAt, runAndKill } from '#test/support/interruptions.ts';
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

/** The records in two shards. All changes of an item are in the same shard. */
async function inTwoShards(): Promise<readonly Batch[]> {
  const records = (await newChanges()).flatMap((batch) => batch.records);
  const isConversion = ({ dynamodb }: (typeof records)[number]) =>
    /#CONVERSIONS?$/.test(dynamodb?.Keys?.pk?.S ?? '');
  const [first, second] = [records.filter(isConversion), records.filter((one) => !isConversion(one))];
  return [
    { shardId: `shard-${randomUUID()}`, records: first },
    { shardId: `shard-${randomUUID()}`, records: second },
  ];
}

async function deleteEvents(brandId: string): Promise<void> {
  const pages = await queryPartition(eventPartition(brandId));
  await Promise.all(
    pages.map(({ pk, sk }) =>
      dynamoDb.send('DeleteItem', { TableName: environment.TABLE_NAME, Key: { pk, sk } }),
    ),
  );
}

const numbersOf = (events: readonly RecordedEvent[]) => events.map(({ sequence }) => sequence);
const summaryOf = (events: readonly RecordedEvent[]) =>
  events.map(({ type, resourceId, changes }) => JSON.stringify([resourceId, type, changes])).toSorted();

describe('events of two shards', () => {
  let program: Awaited<ReturnType<typeof runProgram>>;
  let shards: readonly Batch[];
  let expected: readonly string[];

  beforeAll(async () => {
    await newChanges();
    program = await runProgram();
    shards = await inTwoShards();
    for (const shard of shards) await record(shard);
    expected = summaryOf(await eventsOf(program.brand.id));
  });

  /** Each attempt has new shards, so that nothing counts as recorded. */
  const newShards = async () => {
    await deleteEvents(program.brand.id);
    const [one, other] = shards.map((shard) => ({ ...shard, shardId: `shard-${randomUUID()}` }));
    if (one === undefined || other === undefined) throw new Error('There are two shards');
    return [one, other] as const;
  };

  const expectComplete = async () => {
    const events = await eventsOf(program.brand.id);
    expect(numbersOf(events)).toEqual(events.map((_, index) => index + 1));
    expect(summaryOf(events)).toEqual(expected);
  };

  test.each(['before', 'after'] as const)(
    'each event is recorded once when a run is killed %s any of its calls, and the other shard records before the retry',
    async (moment) => {
      let hasDied = true;
      for (let call = 1; hasDied; call += 1) {
        const [one, other] = await newShards();
        const killed = runAndKill(() => record(other).catch(() => undefined), { call, moment });
        ({ hasDied } = await killed);
        await record(one);
        await record({ ...other, records: other.records.slice(0, 3) });
        await record(other);
        await record(other);
        await expectComplete();
        expect(call).toBeLessThan(20);
      }
    },
  );

  test('each event is recorded once when a run stalls before any of its calls, and a retry overtakes it', async () => {
    let isHeld = true;
    for (let call = 1; isHeld; call += 1) {
      const [one, other] = await newShards();
      const stalled = pauseAt(call, () => record(other));
      isHeld = await stalled.isHeld;
      await record({ ...other, records: other.records.slice(0, 3) });
      await record(one);
      await record(other);
      await stalled.release();
      await expectComplete();
      expect(call).toBeLessThan(20);
    }
  });

  test('a batch that repeats after the next batch was killed at any of its calls adds nothing', async () => {
    let hasDied = true;
    for (let call = 1; hasDied; call += 1) {
      const [one, other] = await newShards();
      const [first, next] = [other.records.slice(0, 9), other.records.slice(9)];
      await record(one);
      await record({ ...other, records: first });
      const run = () => record({ ...other, records: next }).catch(() => undefined);
      ({ hasDied } = await runAndKill(run, { call, moment: 'before' }));
      await record({ ...other, records: first });
      await record({ ...other, records: next });
      await expectComplete();
      expect(call).toBeLessThan(20);
    }
  });

  test('the changes after a dead letter are recorded', async () => {
    const [one, other] = await newShards();
    const [dead, ...remaining] = other.records;
    await skipPast(other.shardId, dead?.dynamodb?.SequenceNumber ?? '');
    await record(one);
    await record(other);
    const events = await eventsOf(program.brand.id);
    await newShards();
    await record(one);
    await record({ ...other, shardId: `shard-${randomUUID()}`, records: remaining });
    expect(summaryOf(events)).toEqual(summaryOf(await eventsOf(program.brand.id)));
  });
});

test('the changes of each event begin at the state of the event before', async () => {
  await newChanges();
  const { token, brand } = await runProgram();
  const { trackingCode } = await inviteActive(token);
  for (const isEmpty of [false, true]) {
    const order = await recordOrder(token, { trackingCode, amount: 50 });
    await send('PATCH', `/commissions/${order.commissionId}/approve`, { token });
    const body = isEmpty ? { minimum: 10_000 } : {};
    const { json } = await send('POST', '/payouts', { token, body });
    if (!isEmpty) await send('PATCH', `/payouts/${json.data.id}`, { token, body: { status: 'canceled' } });
  }
  await recordAll();
  const events = await eventsOf(brand.id);
  const types = events.map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['payout.paid', 'payout.canceled']));
  expect(brokenLinks(events)).toEqual([]);
});

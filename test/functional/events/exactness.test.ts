// Tests that each effect of concurrent requests is in the feed once and in order, and arrives at each healthy webhook endpoint, while
// all background functions are killed and batches repeat. The sums of all creators follow from the feed alone.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newRandom, type Random } from '#infra/local/demo/random.ts';
import { deadLetters } from '#test/support/dead-letters.ts';
import { createHistory, type History } from '#test/support/event-history.ts';
import { brokenLinks, ownFields } from '#test/support/event-links.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { type Killer, killerOfRuns } from '#test/support/interruptions.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { aggregate, type Batch, continueWork, newChanges } from '#test/support/stream.ts';
import { createFleet, type Fleet } from '#test/support/webhook-fleet.ts';

const seeds = Array.from(
  { length: Number(process.env.EVENT_SEEDS ?? sized(1, 20)) },
  (_, index) => index + 1,
);
/** In each seed. */
const effects = Number(process.env.EVENT_EFFECTS ?? sized(60, 500));

afterEach(() => {
  vi.restoreAllMocks();
});

/** Delivers a shard in overlapping batches, each until it succeeds, and some of them again. */
async function deliver({ shardId, records }: Batch, random: Random, { run }: Killer): Promise<void> {
  for (let end = 0; end < records.length; ) {
    const first = Math.max(0, end - random.between(0, 20));
    end = Math.min(records.length, end + random.between(1, 100));
    const part = { shardId, records: records.slice(first, end) };
    for (const handle of [aggregate, continueWork]) {
      while (!(await run(() => handle(part))));
      if (random.next() < 0.3) await run(() => handle(part));
    }
  }
}

/** Records while the workers send their requests, as the stream does. */
async function runWithFaults(history: History, fleet: Fleet, random: Random) {
  const killing = killerOfRuns(random, { share: 0.5, firstCalls: 12 });
  let isSending = true;
  const sending = history.send(effects).finally(() => {
    isSending = false;
  });
  for (let batches: readonly Batch[] = []; isSending || batches.length > 0; ) {
    batches = await newChanges();
    for (const batch of batches) await deliver(batch, random, killing);
    await fleet.turn(killing);
    if (batches.length === 0) await new Promise(setImmediate);
  }
  await sending;
  vi.restoreAllMocks();
  await recordAllEvents();
  return killing.kills();
}

/** All items of a list of the API. */
async function listed(token: string, path: string, cursor = ''): Promise<readonly Json[]> {
  const { json } = await send('GET', `${path}?limit=100${cursor}`, { token });
  const { cursor: next } = json.meta;
  return next === null
    ? json.data
    : [...json.data, ...(await listed(token, path, `&cursor=${encodeURIComponent(next)}`))];
}

const byId = (items: readonly Json[]) => new Map(items.map((item) => [item.id, ownFields(item)]));
const latestOf = (events: readonly Json[], group: string) =>
  byId(events.filter(({ type }) => type.startsWith(`${group}.`)).map(({ data }) => data));

const cents = (amount: number): number => Math.round(amount * 100);
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + cents(amount), 0);

function sumsByStatus(commissions: readonly Json[]): Json {
  const statuses = Map.groupBy(commissions, ({ status }) => status);
  return Object.fromEntries(
    [...statuses].map(([status, of]) => [status, sumOf(of.map(({ amount }) => amount))]),
  );
}

/** Orders, revenue and commissions of a creator, from events alone. */
function sumsFromEvents(events: readonly Json[], affiliateId: string) {
  const [orders, commissions] = ['conversion', 'commission'].map((group) =>
    [...latestOf(events, group).values()].filter((data) => data.affiliateId === affiliateId),
  ) as [Json[], Json[]];
  const kept = commissions.filter(({ status }) => status !== 'rejected');
  return {
    totalOrders: orders.filter(({ amount, refundedAmount }) => refundedAmount < amount).length,
    totalRevenue: sumOf(orders.map(({ amount, refundedAmount }) => amount - refundedAmount)),
    commissionEarned: sumOf(kept.map(({ amount }) => amount)),
    commissions: sumsByStatus(commissions),
  };
}

async function sumsFromApi(token: string, commissions: readonly Json[], affiliateId: string) {
  const { totalOrders, totalRevenue, commissionEarned } = await read(token, `/affiliates/${affiliateId}`);
  return {
    totalOrders,
    totalRevenue: cents(totalRevenue),
    commissionEarned: cents(commissionEarned),
    commissions: sumsByStatus(commissions.filter((commission) => commission.affiliateId === affiliateId)),
  };
}

const countOf = (events: readonly Json[], type: string): number =>
  events.filter((event) => event.type === type).length;

/** The endpoints are created one after the other, so the first events of the fleet are earlier than some endpoints. */
async function expectArrivals(fleet: Fleet, token: string): Promise<void> {
  const sentIds = async () => {
    const events = await followFeed(token);
    const last = events.findLastIndex(({ type }) => type === 'webhook_endpoint.created');
    return events.slice(last + 1).map(({ id }) => id);
  };
  const complete = ['healthy', 'slow', 'flaky'];
  const { receiver, id } = fleet.endpoints.get('gone') ?? {};
  const readGone = async () => (await send('GET', `/webhook-endpoints/${id}`, { token })).json.data;
  // Its worker may have been killed before its only attempt.
  const isDisabled = async () => (await readGone()).status === 'disabled';
  await fleet.settle(sentIds, complete, recordAllEvents, isDisabled);
  const ids = await sentIds();
  expect(ids.length).toBeGreaterThan(effects / 4);
  for (const kind of complete) {
    const { valid, problems } = fleet.endpoints.get(kind) ?? { valid: new Set(), problems: [kind] };
    expect([kind, problems]).toEqual([kind, []]);
    expect([kind, ids.filter((id) => !valid.has(id))]).toEqual([kind, []]);
  }
  for (const [kind, { problems }] of fleet.endpoints) expect([kind, problems]).toEqual([kind, []]);
  expect(receiver?.received.length).toBeGreaterThan(0);
  expect(await readGone()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
}

describe.each(seeds)(`the feed after ${effects} random requests by 8 workers (seed %i)`, (seed) => {
  test('the feed has each effect once and in order although the recorder is killed, and the sums of all creators follow from it', async () => {
    await newChanges();
    const random = newRandom(seed);
    const history = await createHistory(random);
    const fleet = await createFleet(history.token, history.brandId, random);
    const kills = await runWithFaults(history, fleet, random);
    expect(kills).toBeGreaterThan(effects / 20);
    expect(deadLetters()).toEqual([]);

    const { token, creators, expected } = history;
    const events = await followFeed(token);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(brokenLinks(events.filter(({ type }) => !type.startsWith('payout.')))).toEqual([]);
    const found = [...expected.keys()].map((type) => [type, countOf(events, type)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));

    const commissions = await listed(token, '/commissions');
    expect(latestOf(events, 'commission')).toEqual(byId(commissions));
    expect(latestOf(events, 'conversion')).toEqual(byId(await listed(token, '/conversions')));
    const payouts = await listed(token, '/payouts');
    expect(latestOf(events, 'payout')).toEqual(byId(payouts));
    const canceled = payouts.filter(({ status }) => status === 'canceled');
    expect(countOf(events, 'payout.canceled')).toBe(canceled.length);
    for (const { id } of creators)
      expect(sumsFromEvents(events, id)).toEqual(await sumsFromApi(token, commissions, id));
    await expectArrivals(fleet, token);
  });
});

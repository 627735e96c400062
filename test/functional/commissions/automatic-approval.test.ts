// Tests the scheduled run that approves commissions after their hold period.
import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/schedules/approve-due.ts';
import { millisecondsOf, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { startSchedules } from '#infra/local/schedules.ts';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { dynamoDb, getItem, getItems, putItem, updateItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { approvalConsumer } from '#lib/money/commissions/rules/approval-consumer.ts';
import { placeOnHold } from '#lib/money/commissions/rules/status.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import {
  approveCommission,
  getCommission,
  updateCommission,
} from '#lib/money/commissions/store/commissions.ts';
import { recordConversion } from '#lib/money/conversions/store/record.ts';
import { refundConversion } from '#lib/money/conversions/store/refunds.ts';
import { runInBatches } from '#test/support/concurrent.ts';
import { invite } from '#test/support/creations.ts';
import { type FakeClock, fakeClock } from '#test/support/fake-clock.ts';
import { pauseAt } from '#test/support/interruptions.ts';
import { until } from '#test/support/local-stage.ts';
import { createBrand } from '#test/support/service.ts';
import { permissionsFor, trafficOf } from '#test/support/traffic.ts';

const day = secondsPerDay;
const start = new Date('2026-03-01T12:00:00.000Z');
const inDays = (days: number): Date => addSeconds(start, days * day);
const hour = 3600;

async function newProgram() {
  const { brand, admin } = await createBrand();
  const creator = await invite(admin);
  let number = 0;
  const order = async (at: Date, named: object = {}): Promise<Commission> => {
    number += 1;
    const input = { orderId: `order-${number}`, amount: 20, trackingCode: creator.trackingCode, ...named };
    const current = await getBrand(brand.id);
    const { commission } = await recordConversion(input, { brand: current, now: at });
    if (commission === undefined) throw new Error('The order has no commission');
    return commission;
  };
  const read = ({ id }: Commission) => getCommission(brand.id, id);
  const statuses = async (commissions: readonly Commission[]) =>
    (await Promise.all(commissions.map(read))).map(({ status }) => status);
  return { brand, creator, order, read, statuses };
}

const alwaysHasTime = () => true;
const run = (brandIds: readonly string[], hasTime: () => boolean = alwaysHasTime) =>
  approveDue({ brandIds, getBrand, hasTime });

function clockAtStart(): FakeClock {
  return fakeClock(start);
}

describe('the approval run', () => {
  test('approves a commission after its hold period and not before it, without an approver', async () => {
    const clock = clockAtStart();
    const { brand, order, read } = await newProgram();
    const commission = await order(start);
    expect(commission.eligibleAt).toBe(inDays(30).toISOString());
    clock.set(inDays(30));
    expect(await run([brand.id])).toEqual({ approved: 0, failed: 0, left: 0 });
    // A run omits commissions that became due in the last ten minutes.
    clock.advance(600);
    expect(await run([brand.id])).toEqual({ approved: 0, failed: 0, left: 0 });
    expect(await read(commission)).toEqual(commission);
    clock.advance(0.001);
    expect(await run([brand.id])).toEqual({ approved: 1, failed: 0, left: 0 });
    const approvedAt = clock.now().toISOString();
    expect(await read(commission)).toEqual({
      ...commission,
      status: 'approved',
      approvedAt,
      approvedBy: null,
      revision: 1,
    });
    clock.advance(hour);
    expect(await run([brand.id])).toEqual({ approved: 0, failed: 0, left: 0 });
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('leaves held, reversed and approved commissions unchanged', async () => {
    const clock = clockAtStart();
    const { brand, creator, order, read } = await newProgram();
    const held = await order(start, { customerEmail: creator.email });
    const reversed = await order(start);
    const approved = await order(start);
    const plain = await order(start);
    await refundConversion(String(reversed.conversionId), { refundId: 'all' }, { brand, now: inDays(1) });
    await approveCommission(brand.id, approved.id, 'usr_01JD0000000000000000000000', inDays(2));
    const before = await Promise.all([held, reversed, approved].map(read));
    for (const days of [31, 60, 200]) {
      clock.set(inDays(days));
      await run([brand.id]);
    }
    expect(await Promise.all([held, reversed, approved].map(read))).toEqual(before);
    expect((await read(plain)).status).toBe('approved');
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('approves a commission with the amount that remains after a refund', async () => {
    const clock = clockAtStart();
    const { brand, order, read } = await newProgram();
    const commission = await order(start);
    await refundConversion(
      String(commission.conversionId),
      { refundId: 'half', amount: 10 },
      { brand, now: inDays(1) },
    );
    clock.set(inDays(31));
    await run([brand.id]);
    expect(await read(commission)).toMatchObject({ status: 'approved', amount: 100 });
  });
});

describe('a change of the hold period', () => {
  test('applies to later orders only', async () => {
    const clock = clockAtStart();
    const { brand, order, statuses } = await newProgram();
    const long = await order(start);
    await run([brand.id]);
    await changeSettings(brand.id, { holdDays: 7 }, inDays(1));
    const short = await order(inDays(2));
    await changeSettings(brand.id, { holdDays: 60 }, inDays(3));
    const longest = await order(inDays(4));
    await changeSettings(brand.id, { holdDays: 7 }, inDays(5));
    const shortAgain = await order(inDays(6));
    const all = [long, short, longest, shortAgain];
    const after: Record<number, readonly string[]> = {};
    for (const days of [8, 10, 14, 29, 31, 63, 65, 400]) {
      clock.set(inDays(days));
      await run([brand.id]);
      after[days] = await statuses(all);
    }
    const [pending, approved] = ['pending', 'approved'];
    expect(after).toEqual({
      8: [pending, pending, pending, pending],
      10: [pending, approved, pending, pending],
      14: [pending, approved, pending, approved],
      29: [pending, approved, pending, approved],
      31: [approved, approved, pending, approved],
      63: [approved, approved, pending, approved],
      65: [approved, approved, approved, approved],
      400: [approved, approved, approved, approved],
    });
  });

  test('does not apply to an order that was in progress during the change', async () => {
    const clock = clockAtStart();
    const { brand, creator, statuses } = await newProgram();
    const stale = await getBrand(brand.id);
    await changeSettings(brand.id, { holdDays: 7 }, start);
    const at = addSeconds(start, 30);
    const input = { orderId: 'under-way', amount: 20, trackingCode: creator.trackingCode };
    const { commission } = await recordConversion(input, { brand: stale, now: at });
    if (commission === undefined) throw new Error('The order has no commission');
    const seen: string[] = [];
    for (const days of [8, 29, 30.5, 31]) {
      clock.set(inDays(days));
      await run([brand.id]);
      seen.push(...(await statuses([commission])));
    }
    expect(seen).toEqual(['pending', 'pending', 'approved', 'approved']);
  });

  test('the next approval run approves commissions without a hold period, except very recent commissions', async () => {
    const clock = clockAtStart();
    const { brand, order, statuses } = await newProgram();
    await changeSettings(brand.id, { holdDays: 0 }, start);
    const commission = await order(addSeconds(start, 60));
    clock.advance(300);
    await run([brand.id]);
    expect(await statuses([commission])).toEqual(['pending']);
    clock.advance(hour);
    await run([brand.id]);
    expect(await statuses([commission])).toEqual(['approved']);
  });
});

describe('the approval run (progress and failures)', () => {
  test('costs the same when no commission is eligible, however many are pending, held or approved', async () => {
    const clock = clockAtStart();
    const { brand, creator, order } = await newProgram();
    const cost = async () => {
      const [report, traffic] = await trafficOf(() => run([brand.id]));
      return { ...report, calls: traffic.calls.length, capacity: traffic.capacity };
    };
    await run([brand.id]);
    clock.advance(hour);
    const before = await cost();
    await runInBatches(20, () => order(start));
    await runInBatches(10, () => order(start, { customerEmail: creator.email }));
    await runInBatches(15, () => order(inDays(20)));
    clock.set(inDays(29));
    await run([brand.id]);
    clock.advance(hour);
    expect(await cost()).toEqual(before);
    clock.set(inDays(31));
    expect(await run([brand.id])).toMatchObject({ approved: 20 });
    clock.advance(hour);
    expect(await cost()).toEqual(before);
    // The five calls read the checkpoints of approvals and months, the brand and the list, and write the checkpoint.
    expect(before).toEqual({ approved: 0, failed: 0, left: 0, calls: 5, capacity: expect.any(Number) });
    expect(before.capacity).toBeLessThanOrEqual(5);
  });

  test('continues where the previous run stopped', async () => {
    const clock = clockAtStart();
    const { brand, order, statuses } = await newProgram();
    const all = await runInBatches(60, () => order(start));
    clock.set(inDays(31));
    let checks = 0;
    const hasTimeForThree = () => {
      checks += 1;
      return checks <= 3;
    };
    const first = await run([brand.id], hasTimeForThree);
    expect(first.left).toBe(1);
    expect([first.approved > 0, first.approved < 60]).toEqual([true, true]);
    const counts = Object.groupBy(await statuses(all), (status) => status);
    expect(counts.approved).toHaveLength(first.approved);
    const second = await run([brand.id]);
    expect(second).toEqual({ approved: 60 - first.approved, failed: 0, left: 0 });
    expect(new Set(await statuses(all))).toEqual(new Set(['approved']));
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });

  test('does not approve a commission that is held after the run has read it', async () => {
    const clock = clockAtStart();
    const { brand, order, read } = await newProgram();
    const [held, other] = [await order(start), await order(start)];
    clock.set(inDays(31));
    // The calls read the checkpoints, the brand, the list and the creators, and approve both commissions.
    const paused = pauseAt(5, () => run([brand.id]));
    expect(await paused.isHeld).toBe(true);
    await updateCommission(brand.id, held.id, now(), (before) => placeOnHold(before, 'aboveShare', now()));
    expect(await paused.release()).toEqual({ approved: 1, failed: 0, left: 0 });
    expect(await read(held)).toMatchObject({ status: 'pending', hold: { reason: 'aboveShare' } });
    expect((await read(other)).status).toBe('approved');
  });

  test('approves each commission once when three runs overlap', async () => {
    const clock = clockAtStart();
    const { brand, order, read } = await newProgram();
    const all = await runInBatches(30, () => order(start));
    clock.set(inDays(31));
    await Promise.all([run([brand.id]), run([brand.id]), run([brand.id])]);
    const after = await Promise.all(all.map(read));
    expect(new Set(after.map(({ status, revision }) => `${status} ${revision}`))).toEqual(
      new Set(['approved 1']),
    );
    const { differences, entries } = await reconcileBrand(brand.id);
    expect([differences, entries]).toEqual([[], 3 * 30]);
  });

  test('approves the oldest commissions first and starts with the brand that has waited longest', async () => {
    const clock = clockAtStart();
    const [one, other] = [await newProgram(), await newProgram()];
    const [early, late] = [await one.order(start), await one.order(inDays(1))];
    const others = await other.order(start);
    await run([one.brand.id]);
    clock.set(inDays(32));
    const [, { calls }] = await trafficOf(() => run([one.brand.id, other.brand.id]));
    const keysIn = (operation: string, pattern: RegExp) =>
      calls
        .filter((call) => call.operation === operation)
        .flatMap(({ input }) => JSON.stringify(input).match(pattern) ?? []);
    expect(keysIn('GetItem', /brd_\w+/)).toEqual([other.brand.id, one.brand.id]);
    const approved = keysIn('TransactWriteItems', /com_\w+(?=")/g).filter((id) => id !== others.id);
    expect([...new Set(approved)]).toEqual([early.id, late.id]);
  });

  test('approves the commissions of other brands when one brand fails, reports the failure, and completes in the next run', async () => {
    const clock = clockAtStart();
    const [one, broken, other] = [await newProgram(), await newProgram(), await newProgram()];
    const commissions = [await one.order(start), await broken.order(start), await other.order(start)];
    const brandKey = keys.brand(broken.brand.id);
    const stored = await getItem(brandKey);
    await putItem({ Item: { ...stored, holdDays: 'many' } });
    clock.set(inDays(31));
    const brandIds = [broken, one, other].map(({ brand }) => brand.id);
    await expect(run(brandIds)).rejects.toThrow('Failed: 0 commissions, 1 brands');
    const statuses = async () =>
      Promise.all(commissions.map(async ({ brandId, id }) => (await getCommission(brandId, id)).status));
    expect(await statuses()).toEqual(['approved', 'pending', 'approved']);
    await putItem({ Item: { ...stored } });
    clock.advance(hour);
    expect(await run(brandIds)).toMatchObject({ approved: 1 });
    expect(await statuses()).toEqual(['approved', 'approved', 'approved']);
  });

  test('approves the commissions of all brands when the checkpoint of one brand is unreadable, reports it once, and replaces it', async () => {
    const clock = clockAtStart();
    const [one, other] = [await newProgram(), await newProgram()];
    const commissions = [await one.order(start), await other.order(start)];
    // A test clock that passed the year 9999 left this time.
    await putItem({
      Item: {
        ...keys.checkpoint(approvalConsumer, one.brand.id),
        ...{ brandId: one.brand.id, decidedUntil: '+010000-01-01T00:00:00.000Z' },
      },
    });
    clock.set(inDays(31));
    const brandIds = [one.brand.id, other.brand.id];
    await expect(run(brandIds)).rejects.toThrow('Failed: 0 commissions, 1 brands');
    expect([
      ...(await one.statuses(commissions.slice(0, 1))),
      ...(await other.statuses(commissions.slice(1))),
    ]).toEqual(['approved', 'approved']);
    clock.advance(hour);
    const late = await one.order(inDays(1));
    expect(await run(brandIds)).toMatchObject({ failed: 0 });
    expect(await one.statuses([late])).toEqual(['approved']);
  });

  test('approves other commissions when one commission fails, and retries this commission in later runs', async () => {
    const clock = clockAtStart();
    const { brand, order, statuses } = await newProgram();
    const [first, broken, last] = [await order(start), await order(start), await order(start)];
    const key = keys.item(brand.id, 'commission', broken.id);
    const stored = await getItem(key);
    await putItem({ Item: { ...stored, amount: 'much' } });
    clock.set(inDays(31));
    for (let again = 0; again < 2; again += 1) {
      await expect(run([brand.id])).rejects.toThrow('Failed: 1 commissions, 0 brands');
      clock.advance(hour);
    }
    expect(await statuses([first, last])).toEqual(['approved', 'approved']);
    await putItem({ Item: { ...stored } });
    expect(await run([brand.id])).toMatchObject({ approved: 1, failed: 0 });
    expect(await statuses([broken])).toEqual(['approved']);
  });

  test('retries commissions one by one after a failure that an item causes, and reports each that fails', async () => {
    const clock = clockAtStart();
    const { brand, order } = await newProgram();
    await runInBatches(3, () => order(start));
    const shards = Array.from({ length: 16 }, (_, shard) =>
      keys.counterShard(brand.id, 'conversions', shard),
    );
    const before = await getItems(shards);
    for (const shard of shards) await putItem({ Item: { ...shard, commissions_pending: 'some' } });
    clock.set(inDays(31));
    const [, { calls }] = await trafficOf(() =>
      expect(run([brand.id])).rejects.toThrow('Failed: 3 commissions, 0 brands'),
    );
    expect(calls.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(4);
    for (const [index, shard] of shards.entries()) await putItem({ Item: { ...shard, ...before[index] } });
    clock.advance(hour);
    expect(await run([brand.id])).toMatchObject({ approved: 3, failed: 0 });
  });

  test('stops at the first commission when the table is busy during the retries one by one, and completes in the next run', async () => {
    const clock = clockAtStart();
    const { brand, order, statuses } = await newProgram();
    const all = await runInBatches(4, () => order(start));
    clock.set(inDays(31));
    const send = dynamoDb.send.bind(dynamoDb);
    let transactions = 0;
    const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (args[0] === 'TransactWriteItems') {
        transactions += 1;
        if (transactions > 1) throw Object.assign(new Error('Throttled'), { name: 'ThrottlingException' });
        // Another writer changes a commission of the batch after it was read.
        const key = keys.item(brand.id, 'commission', all[1]?.id ?? '');
        const change = { UpdateExpression: 'ADD revision :one', ExpressionAttributeValues: { ':one': 1 } };
        await updateItem({ Key: key, ...change });
      }
      return Reflect.apply(send, undefined, args);
    });
    await expect(run([brand.id])).rejects.toThrow('Failed: 0 commissions, 1 brands');
    spy.mockRestore();
    expect(transactions).toBe(2);
    expect(await statuses(all)).toEqual(all.map(() => 'pending'));
    clock.advance(hour);
    expect(await run([brand.id])).toEqual({ approved: 4, failed: 0, left: 0 });
  });

  test('approves the whole batch when a concurrent refund changes one of its commissions', async () => {
    const clock = clockAtStart();
    const { brand, order, read } = await newProgram();
    const all = await runInBatches(5, () => order(start));
    const [touched] = all;
    if (touched === undefined) throw new Error('No commission');
    clock.set(inDays(31));
    const hasTime = () => true;
    const refund = refundConversion(
      String(touched.conversionId),
      { refundId: 'r', amount: 5 },
      { brand, now: inDays(31) },
    );
    const reports = await Promise.all([approveDue({ brandIds: [brand.id], getBrand, hasTime }), refund]);
    expect(reports[0].failed).toBe(0);
    const after = await Promise.all(all.map(read));
    expect(after.map(({ status }) => status)).toEqual(all.map(() => 'approved'));
    expect(after.find(({ id }) => id === touched.id)?.amount).toBe(150);
    expect((await reconcileBrand(brand.id)).differences).toEqual([]);
  });
});

test('the scheduled function approves eligible commissions, uses only its permissions, and stops before its timeout', async () => {
  const clock = clockAtStart();
  const { order, statuses } = await newProgram();
  const commission = await order(start);
  clock.set(inDays(31));
  await handler({}, { getRemainingTimeInMillis: () => 10_000 });
  expect(await statuses([commission])).toEqual(['pending']);
  const [, { calls }] = await trafficOf(() => handler({}, { getRemainingTimeInMillis: () => 60_000 }));
  expect(await statuses([commission])).toEqual(['approved']);
  const { actions, indexes } = scheduledFunctions.approveCommissions.table;
  const allowed = [...actions, ...indexes.map((index) => `Query of ${index}`)];
  expect(allowed).toEqual(expect.arrayContaining([...permissionsFor(calls)]));
});

test('the local stage starts an approval run when it starts, and then as often as a deployed stage', async () => {
  const clock = clockAtStart();
  const { order, statuses } = await newProgram();
  const commission = await order(start);
  clock.set(inDays(31));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const schedules = startSchedules();
  const isApproved = async (candidate: Commission) => (await statuses([candidate]))[0] === 'approved';
  expect(await until(() => isApproved(commission), Boolean, 60_000)).toBe(true);
  const another = await order(inDays(2));
  clock.set(inDays(33));
  await vi.advanceTimersByTimeAsync(millisecondsOf(scheduledFunctions.approveCommissions.every));
  expect(await until(() => isApproved(another), Boolean, 60_000)).toBe(true);
  await schedules.stop();
  const late = await order(inDays(4));
  clock.set(inDays(40));
  await vi.advanceTimersByTimeAsync(3 * millisecondsOf(scheduledFunctions.approveCommissions.every));
  vi.useRealTimers();
  expect(await statuses([late])).toEqual(['pending']);
});

test('`millisecondsOf` converts schedule rates to milliseconds', () => {
  expect(['1 minute', '15 minutes', '1 hour', '1 day'].map(millisecondsOf)).toEqual([
    60_000, 900_000, 3_600_000, 86_400_000,
  ]);
  expect(() => millisecondsOf('1 week')).toThrow('Invalid rate: 1 week');
});

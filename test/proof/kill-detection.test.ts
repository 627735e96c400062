// Tests that the kill tests detect every wrong way of writing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { affiliateCounterOwner, counterPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { invocation } from '#test/support/attempts.ts';
import type { Defect } from '#test/support/half-writing-function.ts';
import { startKiller } from '#test/support/process-kills.ts';
import { type TableState, tableState, withoutRandomNames } from '#test/support/table-states.ts';

const now = new Date();
useClock({ now: () => now });

const file = '../test/support/half-writing-function.ts';
let killer: Awaited<ReturnType<typeof startKiller>>;
let atStart: TableState;

beforeAll(async () => {
  atStart = await tableState();
  killer = await startKiller({ engine: process.env.DYNAMODB_ENDPOINT ?? '', now, functions: [file] });
});
afterAll(() => killer.stop());

const killAtEachCall = async (way: Defect) => {
  const { problems, ...outcome } = await killer.killAtEachCall(invocation(file, { way }));
  return { ...outcome, problems: problems.map((problem) => problem.split('\n')[0]) };
};

test('the kill test detects a state that is half-written between two writes', async () => {
  const { calls, kills, problems } = await killAtEachCall('half');
  expect([calls, kills]).toEqual([['PutItem', 'PutItem'], 4]);
  expect(problems).toEqual([
    expect.stringMatching(/^killed after call 1 \(PutItem\): half-written: \+ .*Ada/),
    expect.stringMatching(/^killed before call 2 \(PutItem\): half-written/),
  ]);
});

test('the kill test reports an effect that repeats when the request is retried', async () => {
  expect(await killAtEachCall('doubled')).toMatchObject({ kills: 2, isRepeatable: true, problems: [] });
});

test('the kill test detects a claim that outlives its request', async () => {
  const { problems } = await killAtEachCall('stuck');
  expect(problems).toEqual([
    expect.stringMatching(/^killed after call 1 \(PutItem\): half-written/),
    expect.stringMatching(/^killed after call 1 \(PutItem\): once more, it leaves/),
    expect.stringMatching(/^killed before call 2 \(PutItem\): half-written/),
    expect.stringMatching(/^killed before call 2 \(PutItem\): once more, it leaves/),
  ]);
});

test('the kills leave the table as it was', async () => {
  expect(await tableState()).toEqual(atStart);
});

const brandId = newId('brand', now);
const known = new Set([brandId]);

/** Two creators in a campaign, with new ids on each call. */
function newState(amounts: readonly [number, number] = [1, 2]) {
  const [first, second, campaign] = [
    newId('affiliate', now),
    newId('affiliate', now),
    newId('campaign', now),
  ];
  const shard = Number.parseInt(first.slice(-2), 36) % 8;
  return [
    { ...keys.item(brandId, 'affiliate', first), id: first, name: 'Ada' },
    { ...keys.item(brandId, 'affiliate', second), id: second, name: 'Bob' },
    { ...keys.member(brandId, campaign, first), amount: amounts[0], tags: new Set([first, campaign]) },
    { ...keys.member(brandId, campaign, second), amount: amounts[1], tags: new Set([second, campaign]) },
    {
      pk: counterPartition(affiliateCounterOwner(brandId, first), 'affiliateDiscounts'),
      sk: String(shard),
      total: 1,
    },
    {
      pk: counterPartition(affiliateCounterOwner(brandId, first), 'affiliateDiscounts'),
      sk: String(shard + 1),
      total: 2,
    },
  ];
}

test('`withoutRandomNames` makes states equal when only ids and shards differ, but not when two creators swap values', () => {
  const state = withoutRandomNames(newState(), known);
  for (let times = 0; times < 20; times += 1) expect(withoutRandomNames(newState(), known)).toEqual(state);
  expect(withoutRandomNames(newState([2, 1]), known)).not.toEqual(state);
  expect(withoutRandomNames(newState([1, 3]), known)).not.toEqual(state);
  expect(withoutRandomNames(newState().slice(1), known)).not.toEqual(state);
  expect(state.filter((line) => line.includes('"total":3'))).toHaveLength(1);
});

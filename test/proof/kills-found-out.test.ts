// That the kills would find what they are there to find: each way to write that no endpoint may have is seen.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useClock } from '#lib/shared/clock.ts';
import { newId } from '#lib/shared/ids.ts';
import { affiliateScope, countersOf, keys } from '#lib/table/keys/keys.ts';
import { invocation } from '#test/support/attempts.ts';
import type { Way } from '#test/support/half-writing-function.ts';
import { startKiller } from '#test/support/process-kills.ts';
import { nameless, tableState } from '#test/support/table-states.ts';

const now = new Date();
useClock({ now: () => now });

const file = '../test/support/half-writing-function.ts';
let killer: Awaited<ReturnType<typeof startKiller>>;

beforeAll(async () => {
  killer = await startKiller({ engine: process.env.DYNAMODB_ENDPOINT ?? '', now, functions: [file] });
});
afterAll(() => killer.stop());

const asked = async (way: Way) => {
  const { problems, ...outcome } = await killer.killAtEachCall(invocation(file, { way }));
  return { ...outcome, problems: problems.map((problem) => problem.split('\n')[0]) };
};

test('one thing in two writes is seen between them', async () => {
  const { calls, kills, problems } = await asked('half');
  expect([calls, kills]).toEqual([['PutItem', 'PutItem'], 4]);
  expect(problems).toEqual([
    expect.stringMatching(/^killed after call 1 \(PutItem\): half-written: \+ .*Ada/),
    expect.stringMatching(/^killed before call 2 \(PutItem\): half-written/),
  ]);
});

test('what is counted once more when it is asked for once more is told', async () => {
  expect(await asked('doubled')).toMatchObject({ kills: 2, isRepeatable: true, problems: [] });
});

test('a claim that outlives who made it is seen by what is there in the end', async () => {
  const { problems } = await asked('stuck');
  expect(problems).toEqual([
    expect.stringMatching(/^killed after call 1 \(PutItem\): half-written/),
    expect.stringMatching(/^killed after call 1 \(PutItem\): once more, it leaves/),
    expect.stringMatching(/^killed before call 2 \(PutItem\): half-written/),
    expect.stringMatching(/^killed before call 2 \(PutItem\): once more, it leaves/),
  ]);
});

test('the table is as it was before', async () => {
  expect(await tableState()).toEqual([]);
});

const brandId = newId('brand', now);
const known = new Set([brandId]);

/** Two creators in a campaign, under other names each time. */
function someState(amounts: readonly [number, number] = [1, 2]) {
  const [one, other, campaign] = [newId('affiliate', now), newId('affiliate', now), newId('campaign', now)];
  const shard = Number.parseInt(one.slice(-2), 36) % 8;
  return [
    { ...keys.item(brandId, 'affiliate', one), id: one, name: 'Ada' },
    { ...keys.item(brandId, 'affiliate', other), id: other, name: 'Bob' },
    { ...keys.member(brandId, campaign, one), amount: amounts[0], tags: new Set([one, campaign]) },
    { ...keys.member(brandId, campaign, other), amount: amounts[1], tags: new Set([other, campaign]) },
    { pk: countersOf(affiliateScope(brandId, one), 'affiliateDiscounts'), sk: String(shard), total: 1 },
    { pk: countersOf(affiliateScope(brandId, one), 'affiliateDiscounts'), sk: String(shard + 1), total: 2 },
  ];
}

test('states are the same under other names, whichever shard counts, and not where one stands for another', () => {
  const state = nameless(someState(), known);
  for (let times = 0; times < 20; times += 1) expect(nameless(someState(), known)).toEqual(state);
  expect(nameless(someState([2, 1]), known)).not.toEqual(state);
  expect(nameless(someState([1, 3]), known)).not.toEqual(state);
  expect(nameless(someState().slice(1), known)).not.toEqual(state);
  expect(state.filter((line) => line.includes('"total":3'))).toHaveLength(1);
});

// Tests which writes become events, and the expressions of an update.
import { expect, test } from 'vitest';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { withActor } from '#lib/foundation/table/writes/attribution.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { toUpdateInput } from '#lib/foundation/table/writes/expression.ts';
import { incrementExisting, updateExisting } from '#lib/foundation/table/writes/write.ts';

const campaign = keys.item('brd_01', 'campaign', 'cmp_01');
const now = new Date('2026-11-27T10:00:00.000Z');
const actorsOf = (...writes: Parameters<typeof withActor>[0]) =>
  withActor(writes, { id: 'usr_01' }, now).map((write) => write.kind === 'update' && write.set?.changedBy);

test.each([
  ['sets an attribute', { set: { name: 'Summer' } }],
  ['only removes an attribute', { remove: ['landingUrl'] }],
  ['also adds to a number', { add: { revision: 1 }, set: { name: 'Summer' } }],
])('an update of a campaign names its actor when it %s', (_, changes) => {
  expect(actorsOf(updateExisting(campaign, changes))).toEqual([expect.stringMatching(/^usr_01 /)]);
});

test('an increment of a campaign names no actor, because it is no event', () => {
  expect(actorsOf(incrementExisting(campaign, { creatorsCount: 1 }))).toEqual([false]);
});

test('the expressions of an update contain one clause for each kind of change', () => {
  const changes = { set: { name: 'a' }, setOnce: { since: 'b' }, add: { count: 1 }, remove: ['end'] };
  expect(toUpdateInput({ ...changes, condition: '#revision = :was', values: { was: 1 } })).toEqual({
    UpdateExpression:
      'SET #name = :name, #since = if_not_exists(#since, :since) ADD #count :count REMOVE #end',
    ConditionExpression: '#revision = :was',
    ExpressionAttributeNames: {
      '#name': 'name',
      '#since': 'since',
      '#count': 'count',
      '#end': 'end',
      '#revision': 'revision',
    },
    ExpressionAttributeValues: { ':name': 'a', ':since': 'b', ':count': 1, ':was': 1 },
  });
});

test('an increment keeps its limit when a conflict moves it to another shard, and when another one moves it again', () => {
  const refused = () => new Error('The limit is reached');
  const limit = { field: 'amount', below: 100, refused };
  const first = incrementCounter('brd_01', 'conversions', 'cnv_01', { amount: 7 }, limit);
  const { condition, values } = first;
  expect(condition).toContain('#amount < :limit');
  const second = first.onConflict?.to();
  expect(second).toMatchObject({ add: { amount: 7 }, condition, values, refused });
  expect(second?.onConflict?.to()).toMatchObject({ add: { amount: 7 }, condition, values, refused });
});

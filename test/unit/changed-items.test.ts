// Tests that a change of an item writes what differs.
import { expect, test } from 'vitest';
import { changeItem } from '#lib/foundation/table/writes/change.ts';

const key = { pk: 'brd_01#CAMPAIGN', sk: 'cmp_01' };

test('a change of an item sets the attributes that differ, removes those that are gone, and requires the revision that was read', () => {
  const before = {
    name: 'Spring',
    tags: ['a'],
    endDate: null,
    hold: 'address',
    payoutId: 'pay_01',
    revision: 3,
  };
  const { payoutId: _, ...rest } = before;
  const after = { ...rest, name: 'Summer', tags: ['a'], hold: undefined, stoppedAt: null };
  expect(changeItem(key, before, after)).toMatchObject({
    kind: 'update',
    key,
    set: { name: 'Summer', stoppedAt: null, revision: 4 },
    remove: ['hold', 'payoutId'],
    condition: 'attribute_exists(#pk) AND #revision = :was',
    values: { was: 3 },
  });
});

test('a change that sets the next revision itself has the same write', () => {
  const before = { name: 'Spring', revision: 3 };
  const states = [3, 4].map((revision) => ({ name: 'Summer', revision }));
  const writes = states.map((after) => changeItem(key, before, after));
  expect(writes[0]).toEqual(writes[1]);
});

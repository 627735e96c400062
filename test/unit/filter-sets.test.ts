import { describe, expect, test } from 'vitest';
import {
  describeFilterSets,
  findFilterSet,
  unsupportedFilters,
} from '#lib/foundation/contract/filter-sets.ts';

const sets = { status: ['status?'], affiliate: ['affiliateId', 'status?'], occurred: ['occurred'] } as const;
const parameters = ['limit', 'createdFrom', 'status', 'affiliateId', 'occurredFrom', 'occurredTo'];

describe('the set of filters of a query', () => {
  test.each([
    [{}, 'status'],
    [{ status: 'a' }, 'status'],
    [{ affiliateId: 'a' }, 'affiliate'],
    [{ affiliateId: 'a', status: 'a', createdFrom: 'a', limit: 1, cursor: 'a' }, 'affiliate'],
    [{ occurredFrom: 'a' }, 'occurred'],
    [{ occurredFrom: 'a', occurredTo: 'a', affiliateId: undefined }, 'occurred'],
    [{ occurredTo: 'a', affiliateId: 'a' }, undefined],
  ])('for %j is %s', (query, set) => {
    expect(findFilterSet(sets, query)).toBe(set);
  });

  test('describes the supported combinations in the order of their declaration', () => {
    expect(describeFilterSets(sets, parameters)).toEqual([
      '`status`',
      '`affiliateId` (also with `status`)',
      '`occurredFrom`/`occurredTo`',
    ]);
  });

  test('names the given filters and the supported ones if no set has all of them', () => {
    const query = { affiliateId: 'a', limit: 1, occurredTo: 'a' };
    expect(unsupportedFilters(sets, query, parameters)).toEqual({
      path: ['occurredTo'],
      message:
        '`affiliateId`, `occurredTo` cannot be combined. Supported: `status`; `affiliateId` (also with `status`); ' +
        '`occurredFrom`/`occurredTo`',
    });
  });
});

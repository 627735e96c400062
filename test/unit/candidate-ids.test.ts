import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { restoreIds, shortenIds } from '#lib/money/conversions/schema/candidate-ids.ts';

const ids = fc.constantFrom('aff_1', 'aff_2', null, undefined);
const conversions = fc.record({
  affiliateId: fc.constantFrom('aff_1', 'aff_2', null),
  campaignId: fc.constantFrom('cmp_1', null),
});
const candidates = fc.array(
  fc.record({
    reference: fc.string(),
    affiliateId: ids,
    campaignId: fc.constantFrom('cmp_1', 'cmp_2', null),
  }),
);

describe('the ids in stored receipts', () => {
  test('every receipt is the same after it was shortened and restored', () => {
    fc.assert(
      fc.property(conversions, candidates, (conversion, all) => {
        const stored = {
          ...conversion,
          receipt: { candidates: all.map((candidate) => shortenIds(candidate, conversion)) },
        };
        expect(restoreIds(stored)).toEqual({ ...conversion, receipt: { candidates: all } });
      }),
    );
  });

  test('a receipt names the creator and the campaign of its conversion by one character', () => {
    const conversion = { affiliateId: 'aff_1', campaignId: 'cmp_1' };
    expect(shortenIds({ affiliateId: 'aff_1', campaignId: 'cmp_2' }, conversion)).toEqual({
      affiliateId: '=',
      campaignId: 'cmp_2',
    });
  });

  test.each([undefined, null, 'text', {}, { receipt: null }, { receipt: { candidates: 'none' } }])(
    'leaves %j unchanged, so that the schema reports it',
    (stored) => {
      expect(restoreIds(stored)).toBe(stored);
    },
  );
});

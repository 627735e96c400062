import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, isFirstMatch, searchTermsOf } from '#lib/program/affiliates/rules/search-terms.ts';

describe('the text of a search', () => {
  test.each([
    ['Zoë', 'zoe'],
    ['Zoe\u0308', 'zoe'],
    ['STRAẞE', 'strasse'],
    ['Straße', 'strasse'],
    ['İpek', 'ipek'],
    ['  Ada   Lovelace', 'ada lovelace'],
    ['Ａｄａ', 'ada'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['王小明', '王小明'],
  ])('the text %j is folded to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('a text that is folded twice is the same as a text that is folded once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });

  test('a term has at most 64 characters, so that each sort key fits', () => {
    const [term = ''] = searchTermsOf({ name: '', email: `${'\u{1F600}'.repeat(200)}` });
    expect([...term]).toHaveLength(64);
  });
});

describe('the terms of a creator', () => {
  test('the terms are the name and the e-mail address in the order of their sort keys', () => {
    expect(searchTermsOf({ name: 'Zoë', email: 'Ada@Example.test' })).toEqual(['ada@example.test', 'zoe']);
  });

  test('a creator without a name, or with its address as name, has one term', () => {
    expect(searchTermsOf({ name: '', email: 'ada@example.test' })).toEqual(['ada@example.test']);
    expect(searchTermsOf({ name: 'ADA@example.test', email: 'ada@example.test' })).toHaveLength(1);
  });

  test('a creator whose name and address both match is listed at the earlier term only', () => {
    expect(isFirstMatch('ada', undefined)).toBe(true);
    expect(isFirstMatch('ada', 'ada@example.test')).toBe(false);
    expect(isFirstMatch('adam', 'ada@example.test')).toBe(true);
  });
});

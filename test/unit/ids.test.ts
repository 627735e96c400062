import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IdKind, idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { idFilter, idSchema, newId } from '#lib/foundation/shared/ids.ts';

const kinds = Object.keys(idKinds) as IdKind[];
const anyKind = fc.constantFrom(...kinds);
const moment = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('9999-12-31T00:00:00.000Z'),
  noInvalidDate: true,
});

describe('an id', () => {
  test('consists of the prefix of its kind and a ULID, and is not valid as another kind', () => {
    fc.assert(
      fc.property(anyKind, anyKind, moment, (kind, other, at) => {
        const id = newId(kind, at);
        expect(id).toMatch(new RegExp(`^${idKinds[kind].prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`));
        expect(idSchema(other).safeParse(id).success).toBe(kind === other);
      }),
    );
  });

  test('sorts after every id that was created earlier', () => {
    fc.assert(
      fc.property(anyKind, moment, fc.integer({ min: 1, max: 1e9 }), (kind, at, later) => {
        expect(newId(kind, at) < newId(kind, new Date(at.getTime() + later))).toBe(true);
      }),
    );
  });

  test('an id is unique among 10,000 ids of the same instant', () => {
    const at = new Date();
    expect(new Set(Array.from({ length: 10_000 }, () => newId('click', at))).size).toBe(10_000);
  });

  test.each(kinds)('an id of the kind %s has no 27th character after its prefix', (kind) => {
    expect(idSchema(kind).safeParse(`${newId(kind, new Date())}5`).success).toBe(false);
  });

  test('an id has a different prefix for each kind', () => {
    expect(new Set(kinds.map((kind) => idKinds[kind].prefix)).size).toBe(kinds.length);
  });

  test.each([
    '',
    'aff_',
    'aff_1',
    'AFF_01JD0000000000000000000000',
    'aff_01jd0000000000000000000000',
    'aff_81JD0000000000000000000000',
    'aff_01JD000000000000000000000U',
    'aff_01JD0000000000000000000000\n',
    ' aff_01JD0000000000000000000000',
  ])('cannot be the malformed text %j, which is rejected like an unknown id', (text) => {
    const parsed = idSchema('affiliate').safeParse(text);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Affiliate not found']);
  });
});

test('an id filter accepts any word of up to 64 characters without key separators, spaces or control characters', () => {
  for (const word of ['nobody', newId('affiliate', new Date()), 'A-b_9']) {
    expect(idFilter.safeParse(word).success).toBe(true);
  }
  for (const text of ['', 'a#b', 'a b', 'a\n', 'ä', 'a'.repeat(65)]) {
    expect(idFilter.safeParse(text).success).toBe(false);
  }
});

import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import {
  decodeCursor,
  encodeCursor,
  type ListDefinition,
  type Position,
} from '#lib/foundation/table/cursors.ts';
import { type IndexName, indexes } from '#lib/foundation/table/keys/indexes.ts';
import type { ListQuery } from '#lib/foundation/table/list-query.ts';

const secret = randomBytes(32);
const count = fc.record({ total: fc.nat(10_000), isExact: fc.boolean() });
const position: fc.Arbitrary<Position> = fc.oneof(
  fc.record({
    after: fc
      .constantFrom(...(['affiliate', 'campaign', 'discount'] as const))
      .map((kind) => newId(kind, new Date())),
  }),
  fc.record({ after: fc.string({ minLength: 1, unit: 'grapheme' }), count }),
);
const listQuery: fc.Arbitrary<ListQuery> = fc.record(
  {
    partition: fc.string({ minLength: 1 }),
    index: fc.constantFrom(...(Object.keys(indexes) as IndexName[])),
  },
  { requiredKeys: ['partition'] },
);
const source: fc.Arbitrary<ListDefinition> = fc.record({
  queries: fc.array(listQuery, { minLength: 1, maxLength: 3 }),
  selection: fc.constantFrom('', 'asc  ', 'desc 1 ', 'desc  1'),
});
const route = fc.constantFrom('affiliates.list', 'campaigns.list', 'commissions.list');

const refused = expect.objectContaining({
  code: 'cursor_invalid',
  message: 'Invalid query parameters',
  extras: { details: [{ path: 'cursor', message: expect.any(String) }] },
});

describe('a cursor', () => {
  test('decodes to the position that it was created from', () => {
    fc.assert(
      fc.property(position, source, route, (at, from, name) => {
        const request = { route: name, cursorSecrets: [secret] };
        expect(decodeCursor(encodeCursor(at, from, request), from, request)).toEqual(at);
      }),
    );
  });

  test('needs no URL encoding', () => {
    fc.assert(
      fc.property(position, source, route, (at, from, name) => {
        const cursor = encodeCursor(at, from, { route: name, cursorSecrets: [secret] });
        expect(encodeURIComponent(cursor)).toBe(cursor);
      }),
    );
  });

  test('a cursor is rejected when any bit is changed', () => {
    fc.assert(
      fc.property(position, source, route, fc.nat(), fc.nat(7), (at, from, name, place, bit) => {
        const request = { route: name, cursorSecrets: [secret] };
        const bytes = Buffer.from(encodeCursor(at, from, request), 'base64url');
        const index = place % bytes.length;
        bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
        expect(() => decodeCursor(bytes.toString('base64url'), from, request)).toThrow(refused);
      }),
    );
  });

  test('a cursor is rejected when it is cut or extended', () => {
    fc.assert(
      fc.property(
        position,
        source,
        route,
        fc.nat(),
        fc.string({ minLength: 1 }),
        (at, from, name, place, more) => {
          const request = { route: name, cursorSecrets: [secret] };
          const cursor = encodeCursor(at, from, request);
          const cut = cursor.slice(0, place % cursor.length);
          for (const wrong of [cut, cursor + more, more + cursor]) {
            expect(() => decodeCursor(wrong, from, request)).toThrow(refused);
          }
        },
      ),
    );
  });

  test('a cursor is rejected for another partition, index, order, range, route or secret', () => {
    fc.assert(
      fc.property(position, source, source, route, route, (at, from, other, name, otherName) => {
        const request = { route: name, cursorSecrets: [secret] };
        const cursor = encodeCursor(at, from, request);
        if (!isDeepStrictEqual(from, other)) {
          expect(() => decodeCursor(cursor, other, request)).toThrow(refused);
        }
        if (name !== otherName) {
          expect(() => decodeCursor(cursor, from, { ...request, route: otherName })).toThrow(refused);
        }
        const wrongSecret = { ...request, cursorSecrets: [randomBytes(32)] };
        expect(() => decodeCursor(cursor, from, wrongSecret)).toThrow(refused);
      }),
    );
  });

  test('a cursor is decoded with any current secret and encoded with the first one', () => {
    const from = { queries: [{ partition: 'brand#AFFILIATE' }], selection: '' };
    const next = randomBytes(32);
    const old = encodeCursor({ after: 'a' }, from, { route: 'affiliates.list', cursorSecrets: [secret] });
    const rotated = { route: 'affiliates.list', cursorSecrets: [next, secret] };
    expect(decodeCursor(old, from, rotated)).toEqual({ after: 'a' });
    const sealed = encodeCursor({ after: 'a' }, from, rotated);
    expect(decodeCursor(sealed, from, { ...rotated, cursorSecrets: [next] })).toEqual({ after: 'a' });
    expect(() => decodeCursor(old, from, { ...rotated, cursorSecrets: [next] })).toThrow(refused);
  });
});

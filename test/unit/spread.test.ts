import { describe, expect, test } from 'vitest';
import { changedSpread } from '#lib/brands/rules/change-list-spread.ts';
import { listedId, mustCheckBothClaims, spreadDelaySeconds } from '#lib/brands/rules/list-spread.ts';
import { newBrand } from '#lib/brands/rules/new-brand.ts';
import { digits } from '#lib/shared/crockford.ts';
import { addSeconds } from '#lib/shared/dates.ts';
import { idSchema, newId, timeOf } from '#lib/shared/ids.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { orderKeyOf, orderKeys, otherOrderKeyOf } from '#lib/table/keys/order-keys.ts';
import { markOf, spreadPartitions, withMark, withoutMark } from '#lib/table/keys/spread.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const brandId = 'brd_01JD0000000000000000000000';
const ulidEndingWith = (digit: string) => `cnv_01JD000000000000000000000${digit}`;

/** The largest share of the texts in one group, as a multiple of the mean. */
function unevenness(groups: readonly string[], groupCount: number): number {
  const sizes = [...Map.groupBy(groups, (group) => group).values()].map(({ length }) => length);
  return (Math.max(...sizes) * groupCount) / groups.length;
}

describe('the mark of an id', () => {
  test('an id without a mark belongs to the partition without a suffix', () => {
    const id = newId('conversion', at);
    expect([markOf(id), withoutMark(id)]).toEqual(['', id]);
    expect(keys.item(brandId, 'conversion', id)).toEqual({ pk: `${brandId}#CONVERSION`, sk: id });
  });

  test('the mark follows from the last digit of the ULID, and names the partition', () => {
    const marked = withMark(ulidEndingWith('D'), 8);
    expect(marked).toBe(`${ulidEndingWith('D')}5`);
    expect([markOf(marked), withoutMark(marked), timeOf(marked)]).toEqual([
      '5',
      ulidEndingWith('D'),
      timeOf(ulidEndingWith('D')),
    ]);
    expect(keys.item(brandId, 'conversion', marked)).toEqual({ pk: `${brandId}#CONVERSION.5`, sk: marked });
    const first = withMark(ulidEndingWith('8'), 8);
    expect(keys.item(brandId, 'commission', first)).toEqual({ pk: `${brandId}#COMMISSION`, sk: first });
  });

  test('only ids of conversions and commissions can have a mark', () => {
    for (const kind of ['conversion', 'commission'] as const) {
      expect(idSchema(kind).safeParse(withMark(newId(kind, at), 32)).success, kind).toBe(true);
      expect(idSchema(kind).safeParse(`${newId(kind, at)}00`).success, kind).toBe(false);
    }
    expect(idSchema('affiliate').safeParse(`${newId('affiliate', at)}0`).success).toBe(false);
  });

  test.each([2, 4, 8, 16, 32])('gives each of %i partitions the same share of all ids', (count) => {
    const marks = [...digits].map((digit) => markOf(withMark(ulidEndingWith(digit), count)));
    expect(new Set(marks).size).toBe(count);
    expect(unevenness(marks, count)).toBe(1);
    expect(spreadPartitions('list', count)).toHaveLength(count);
  });
});

describe('the partition of a claim of an order id', () => {
  test.each([
    ['numbers in sequence', (nth: number) => String(100_000 + nth)],
    ['numbers with a prefix', (nth: number) => `#${nth + 1}`],
    ['numbers with a suffix', (nth: number) => `${nth}-EU`],
    ['multiples of ten', (nth: number) => String(nth * 10)],
  ])('spreads %s evenly', (_, orderIdOf) => {
    const partitions = Array.from(
      { length: 10_000 },
      (__, nth) => orderKeys.spreadOrder(brandId, orderIdOf(nth)).pk,
    );
    expect(unevenness(partitions, 32)).toBeLessThan(1.5);
  });

  test('the partition of a claim follows from the id of its conversion', () => {
    const former = { brandId, orderId: 'order-1', id: ulidEndingWith('D') };
    const spread = { ...former, id: withMark(former.id, 8) };
    expect(orderKeyOf(former)).toEqual(keys.order(brandId, 'order-1'));
    expect(orderKeyOf(spread)).toEqual(orderKeys.spreadOrder(brandId, 'order-1'));
    expect([otherOrderKeyOf(former), otherOrderKeyOf(spread)]).toEqual([
      orderKeyOf(spread),
      orderKeyOf(former),
    ]);
  });
});

const brand = newBrand(
  { name: 'Acme', email: 'ops@acme.test', plan: 'scale', currency: 'USD', landingUrl: null },
  at,
);
const later = (seconds: number) => addSeconds(at, seconds);

describe('a change of the number of partitions', () => {
  const first = { ...brand, listSpread: changedSpread(brand, 8, at) };

  test('a change takes effect after two minutes, so that every request knows it', () => {
    const ulid = ulidEndingWith('D');
    expect(first.listSpread.from).toBe(later(spreadDelaySeconds).toISOString());
    expect(listedId(ulid, brand, at)).toBe(ulid);
    expect(listedId(ulid, first, later(spreadDelaySeconds - 1))).toBe(ulid);
    expect(listedId(ulid, first, later(spreadDelaySeconds))).toBe(`${ulid}5`);
  });

  test('requests check both claims of an order id until two minutes after it took effect', () => {
    const checks = [0, spreadDelaySeconds, 2 * spreadDelaySeconds - 1, 2 * spreadDelaySeconds];
    expect(checks.map((seconds) => mustCheckBothClaims(first, later(seconds)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(mustCheckBothClaims(brand, at)).toBe(false);
  });

  test('a further change is possible when the former one is complete, and only changes the marks of new ids', () => {
    const settled = later(2 * spreadDelaySeconds);
    expect(() => changedSpread(first, 16, later(2 * spreadDelaySeconds - 1))).toThrow(
      `Another change takes effect: repeat this after ${settled.toISOString()}`,
    );
    const second = { ...first, listSpread: changedSpread(first, 16, settled) };
    const ulid = ulidEndingWith('D');
    expect(listedId(ulid, second, settled)).toBe(`${ulid}5`);
    expect(listedId(ulid, second, addSeconds(settled, spreadDelaySeconds))).toBe(`${ulid}D`);
    expect(mustCheckBothClaims(second, settled)).toBe(false);
  });

  test('the number cannot become lower, and a test twin cannot be changed', () => {
    const settled = later(2 * spreadDelaySeconds);
    for (const partitions of [4, 8]) {
      expect(() => changedSpread(first, partitions, settled)).toThrow(
        'The lists already have 8 partitions, and the number can only grow: choose more, up to 32',
      );
    }
    expect(() => changedSpread({ ...brand, testOf: brand.id }, 8, at)).toThrow('name the live brand');
  });
});

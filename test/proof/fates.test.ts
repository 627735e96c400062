// Which call of the table fails, and how, where it is drawn by seed.
import { describe, expect, test } from 'vitest';
import { faultKinds, manyFaults, type Rates, seededFaults } from '#test/support/seeded-faults.ts';

/** What is stubborn depends on what was asked, too. */
const rates: Rates = { ...manyFaults, stubborn: 0 };

describe('faults by seed', () => {
  const fatesOf = (seed: number, operations: readonly string[]) => {
    const { decide } = seededFaults(seed, rates);
    return operations.map((operation) => ({ operation, fault: decide({ operation, body: '' }) }));
  };
  const operations = Array.from({ length: 2000 }, (_, index) =>
    index % 3 === 0 ? 'BatchGetItem' : 'TransactWriteItems',
  );

  test('a call’s fate is told by the seed and its place among the calls of its operation', () => {
    const only = (operation: string, fates: ReturnType<typeof fatesOf>) =>
      fates.filter((fate) => fate.operation === operation).map(({ fault }) => fault);
    const mixed = fatesOf(7, operations);
    const sorted = fatesOf(7, operations.toSorted());
    for (const operation of ['BatchGetItem', 'TransactWriteItems'])
      expect(only(operation, mixed)).toEqual(only(operation, sorted));
    expect(fatesOf(8, operations)).not.toEqual(mixed);
  });

  test('as many calls fail in each way as it is likely, and all are counted', () => {
    const { decide, counts } = seededFaults(7, rates);
    const failed = operations.filter((operation) => decide({ operation, body: '' }) !== undefined);
    const { calls, faults } = counts();
    expect(calls).toEqual({ BatchGetItem: 667, TransactWriteItems: 1333 });
    expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBe(failed.length);
    for (const kind of faultKinds) {
      const met = { conflict: 1333, unprocessed: 667 }[kind as string] ?? 2000;
      const expected = met * (rates[kind] ?? 0);
      expect([kind, Math.abs((faults[kind] ?? 0) - expected) < 3 * Math.sqrt(expected)]).toEqual([
        kind,
        true,
      ]);
    }
  });

  test('where nothing is likely to fail, nothing does', () => {
    const { decide } = seededFaults(7, {});
    expect(operations.every((operation) => decide({ operation, body: '' }) === undefined)).toBe(true);
  });

  test('a stubborn call fails in the same way when it is sent again, for as long as a client tries', () => {
    const { decide } = seededFaults(7, { throttled: 0.2, lost: 0.2, stubborn: 0.5 });
    const attempts = operations.map((operation, index) => {
      const attempt = () => decide({ operation, body: `call ${index}` });
      return [attempt(), attempt(), attempt(), attempt()];
    });
    const failed = attempts.filter(([first]) => first !== undefined);
    const stubborn = failed.filter((fates) => fates.every((fate) => fate === fates[0]));
    expect(failed.length).toBeGreaterThan(600);
    expect(Math.abs(stubborn.length / failed.length - 0.5)).toBeLessThan(0.1);
  });
});

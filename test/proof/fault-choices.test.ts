// Tests the seeded choice of table faults.
import { describe, expect, test } from 'vitest';
import { faultKinds, highFaultRates, type Rates, seededFaults } from '#test/support/seeded-faults.ts';

/** Stubborn faults also depend on the request body, so these tests exclude them. */
const rates: Rates = { ...highFaultRates, stubborn: 0 };

describe('seededFaults', () => {
  const faultsOf = (seed: number, operations: readonly string[]) => {
    const { decide } = seededFaults(seed, rates);
    return operations.map((operation) => ({ operation, fault: decide({ operation, body: '' }) }));
  };
  const operations = Array.from({ length: 2000 }, (_, index) =>
    index % 3 === 0 ? 'BatchGetItem' : 'TransactWriteItems',
  );

  test('derives a fault from the seed and from the position of the call among the calls of the same operation', () => {
    const only = (operation: string, fates: ReturnType<typeof faultsOf>) =>
      fates.filter((fate) => fate.operation === operation).map(({ fault }) => fault);
    const mixed = faultsOf(7, operations);
    const sorted = faultsOf(7, operations.toSorted());
    for (const operation of ['BatchGetItem', 'TransactWriteItems'])
      expect(only(operation, mixed)).toEqual(only(operation, sorted));
    expect(faultsOf(8, operations)).not.toEqual(mixed);
  });

  test('injects each kind of fault at its rate and counts all calls', () => {
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

  test('injects no fault without rates', () => {
    const { decide } = seededFaults(7, {});
    expect(operations.every((operation) => decide({ operation, body: '' }) === undefined)).toBe(true);
  });

  test('repeats a persistent fault on every retry of the call', () => {
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

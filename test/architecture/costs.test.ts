// Tests the calculation of `npm run costs` without a database engine.
import { describe, expect, test } from 'vitest';
import { sum } from '#lib/foundation/shared/sum.ts';
import { backupRows, monthOf, tracesOf } from '#test/bench/costs/month.ts';
import { idleRows } from '#test/bench/costs/stage.ts';

const gigabyte = 1e9;
const million = 1e6;
const dollarsOf = (rows: readonly { readonly dollars: number }[]): number =>
  Math.round(sum(rows.map(({ dollars }) => dollars)));

describe('the costs of a month', () => {
  test('the backups of 72 GB cost $65 with two backups and seven copies, and $504 with 35 of each', () => {
    const [storage, transfer] = backupRows(72 * gigabyte);
    expect(storage?.quantity).toBe('2 backups and 7 copies of 72.0 GB');
    expect([storage, transfer].map((row) => Math.round(row?.dollars ?? 0))).toEqual([65, 88]);
    const [former] = backupRows(72 * gigabyte, { local: 35, copies: 35 });
    expect(former?.dollars).toBeCloseTo(504);
  });

  test('a function is traced once per second, and for 5% of its other calls', () => {
    expect(tracesOf(1000)).toBeCloseTo(1000);
    const secondsPerMonth = 730 * 3600;
    expect(tracesOf(50 * million)).toBeCloseTo(secondsPerMonth + 0.05 * (50 * million - secondsPerMonth));
  });

  test('requests, storage, logs, traces and backups are included', () => {
    const click = {
      units: { reads: 0, writes: 1 },
      stored: { table: 450, indexes: 0, days: 91 },
      logBytes: 500,
      requestMilliseconds: 12,
      streamCalls: [0.1],
      streamMilliseconds: 150,
    };
    const rows = monthOf([{ ...click, count: 50 * million }], { logRetentionDays: 365 });
    expect(rows.map(({ name }) => name)).toEqual([
      'API requests',
      'Lambda',
      'DynamoDB: writes',
      'DynamoDB: reads',
      'DynamoDB: storage, with indexes',
      'DynamoDB: point-in-time recovery',
      'logs: ingested',
      'logs: stored',
      'X-Ray traces',
      'backups: storage',
      'backups: transfer to the other region',
    ]);
    expect(rows[0]).toMatchObject({ quantity: '50.0 million', dollars: expect.closeTo(50) });
    expect(rows[4]).toMatchObject({ quantity: '67.3 GB', dollars: expect.closeTo(16.8, 1) });
  });

  test('an idle stage costs less than $25', () => {
    expect(dollarsOf(idleRows())).toBeLessThan(25);
  });
});

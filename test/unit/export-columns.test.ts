// Tests the columns of CSV exports.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { columnsIn, columnsOf } from '#lib/outlets/exports/rules/columns.ts';
import { exportResources } from '#lib/outlets/exports/rules/resources.ts';

test('a nested object has a column for each of its fields, also if it is optional, null or inside another one', () => {
  const inner = z.object({ type: z.string(), deep: z.object({ at: z.string() }).nullable() });
  const schema = z.object({
    id: z.string(),
    rate: inner,
    hold: inner.nullable().default(null),
    extra: z.object({ a: z.int() }).optional(),
    list: z.array(z.object({ a: z.int() })),
    metadata: z.record(z.string(), z.string()),
  });
  expect(columnsIn(schema)).toEqual([
    ...['id', 'rate.type', 'rate.deep.at', 'hold.type', 'hold.deep.at', 'extra.a', 'list', 'metadata'],
  ]);
});

test.each([
  ['affiliates', ['commissionOverride.type', 'commissionOverride.value', 'metadata']],
  ['campaigns', ['commission.type', 'commission.value', 'metadata']],
  ['discounts', ['type', 'value', 'metadata']],
  ['conversions', ['receipt.attribution', 'receipt.winner', 'receipt.candidates', 'metadata']],
  ['commissions', ['hold.reason', 'hold.since', 'rate.type', 'rate.value', 'rate.source']],
  ['payouts', ['affiliateIds', 'periodStart', 'periodEnd']],
  ['audit', ['actor.type', 'actor.id', 'actor.requestId', 'data', 'changes']],
] as const)('an export of %s has columns for the fields %j', (resource, expected) => {
  expect(columnsOf(resource)).toEqual(expect.arrayContaining([...expected]));
});

test('no export has two columns of the same name', () => {
  for (const resource of exportResources) {
    const columns = columnsOf(resource);
    expect(new Set(columns).size).toBe(columns.length);
  }
});

// Counts what the audit of a brand without data costs. `audit --all` repeats it for each brand of a stage.
import { expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { examineReports } from '#lib/reports/store/rebuild.ts';
import { createBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

test('the audit of a brand without data makes 113 calls in 65 round trips, for at most 113 read units', async () => {
  const { brand } = await createBrand();
  const [, { calls, roundTrips, capacity, writeUnits }] = await trafficOf(async () => {
    await auditBrand(brand.id);
    await examineReports(brand.id, async () => {});
  });
  expect({ calls: calls.length, roundTrips, writeUnits }).toEqual({
    calls: 113,
    roundTrips: 65,
    writeUnits: 0,
  });
  // On DynamoDB Local, a read without a result costs nothing.
  expect(capacity).toBeLessThanOrEqual(113);
});

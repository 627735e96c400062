// Counts what the reconciliation of a brand without data costs. `reconcile --all` repeats it for each brand of a stage.
import { expect, test } from 'vitest';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { examineFigures } from '#lib/outlets/figures/store/rebuild.ts';
import { createBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

test('the reconciliation of a brand without data makes 95 calls in 56 round trips, for at most 95 read units', async () => {
  const { brand } = await createBrand();
  const [, { calls, roundTrips, capacity, writeUnits }] = await trafficOf(async () => {
    await reconcileBrand(brand.id);
    await examineFigures(brand.id, now(), async () => {}, ['orders']);
  });
  expect({ calls: calls.length, roundTrips, writeUnits }).toEqual({
    calls: 95,
    roundTrips: 56,
    writeUnits: 0,
  });
  // On DynamoDB Local, a read without a result costs nothing.
  expect(capacity).toBeLessThanOrEqual(95);
});

// Tests that reports equal the orders that were sent and that the rollups equal the ledger, also when batches repeat and functions are killed.
import { afterEach, expect, test, vi } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { sheetOf } from '#lib/reports/rules/rollups.ts';
import { examineReports, rebuildReports } from '#lib/reports/store/rebuild.ts';
import { now } from '#lib/shared/clock.ts';
import { putItem } from '#lib/table/client.ts';
import { reportPartition } from '#lib/table/keys/report-keys.ts';
import { killer } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { read } from '#test/support/orders.ts';
import { expectedRows, rowsIn, sendRandomOrders } from '#test/support/report-model.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

const seed = Number(process.env.SEED ?? 20260301);

afterEach(() => {
  vi.restoreAllMocks();
});

const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));
const doNotWait = () => Promise.resolve();

test('the rollups equal the ledger after repeated batches and killed functions', async () => {
  const { token, brandId, orders } = await sendRandomOrders(200, { seed, now: now() });
  const random = newRandom(seed);
  const { run, kills } = killer(random, { kills: 6, every: 3 });
  for (const { shardId, records } of await newChanges()) {
    for (let first = 0; first < records.length; first += 15) {
      const part = { shardId, records: records.slice(Math.max(0, first - 5), first + 15) };
      while (!(await run(() => aggregate(part))));
      if (random.next() < 0.5) await run(() => aggregate(part));
    }
  }
  expect(kills()).toBeGreaterThan(0);
  vi.restoreAllMocks();
  expect(await examineReports(brandId, failOnWait)).toMatchObject({ differences: [], moving: 0 });
  for (const groupBy of ['day', 'affiliate', 'campaign', 'discount'] as const) {
    const query = { groupBy, from: '2026-01-01', to: '2026-12-31', timezone: 'UTC' } as const;
    const found = await read(token, `/reports/performance?${new URLSearchParams(query)}`);
    expect(rowsIn(found)).toEqual(expectedRows(orders, query));
  }
});

test('`rebuildReports` corrects wrong rollups, and creates the rollups of a brand that has none', async () => {
  const { brandId } = await sendRandomOrders(6, { seed, now: now() });
  const { rollups, differences } = await rebuildReports(brandId, doNotWait);
  expect(differences).toHaveLength(rollups);
  expect(await examineReports(brandId, failOnWait)).toMatchObject({ differences: [] });
  const isReport = ({ pk }: { readonly pk?: unknown }) =>
    String(pk).startsWith(reportPartition(brandId, '', ''));
  const [wrong] = (await allItems()).filter(isReport);
  expect(sheetOf(wrong).size).toBeGreaterThan(0);
  await putItem({ Item: { ...wrong, figures: new Uint8Array([0]) } });
  const examined = await examineReports(brandId, doNotWait);
  expect(examined.differences.map(({ key }) => key)).toEqual([{ pk: wrong?.pk, sk: wrong?.sk }]);
  await rebuildReports(brandId, doNotWait);
  expect(await examineReports(brandId, failOnWait)).toMatchObject({ differences: [] });
});

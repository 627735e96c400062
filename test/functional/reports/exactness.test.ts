// Tests that reports equal the orders that were sent and that the figures equal the ledger, also when batches repeat and functions are killed.
import { afterEach, expect, test, vi } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import { encodeSheet, sheetOf } from '#lib/outlets/figures/rules/sheet.ts';
import { examineFigures, rebuildFigures } from '#lib/outlets/figures/store/rebuild.ts';
import { figureItems } from '#test/support/figures.ts';
import { killer } from '#test/support/interruptions.ts';
import { read } from '#test/support/orders.ts';
import { expectedRows, rowsIn, sendRandomOrders } from '#test/support/report-model.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

const seed = Number(process.env.SEED ?? 20260301);

afterEach(() => {
  vi.restoreAllMocks();
});

const failOnWait = () => Promise.reject(new Error('There was nothing to wait for'));
const doNotWait = () => Promise.resolve();

test('the figures equal the ledger after repeated batches and killed functions', async () => {
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
  expect(await examineFigures(brandId, now(), failOnWait, ['orders'])).toMatchObject({
    differences: [],
    moving: 0,
  });
  for (const groupBy of ['day', 'affiliate', 'campaign', 'discount'] as const) {
    const query = { groupBy, from: '2026-01-01', to: '2026-12-31' } as const;
    const found = await read(token, `/reports/performance?${new URLSearchParams(query)}`);
    expect(rowsIn(found)).toEqual(expectedRows(orders, query));
  }
});

test('`rebuildFigures` corrects wrong figures, and creates the figures of a brand that has none', async () => {
  const { brandId } = await sendRandomOrders(6, { seed, now: now() });
  const { items, differences } = await rebuildFigures(brandId, now(), doNotWait, ['orders']);
  expect(differences).toHaveLength(items);
  expect(await examineFigures(brandId, now(), failOnWait, ['orders'])).toMatchObject({ differences: [] });
  const [wrong] = await figureItems(brandId);
  expect(sheetOf(wrong).size).toBeGreaterThan(0);
  await putItem({ Item: { ...wrong, ...encodeSheet(new Map()), values: undefined } });
  const examined = await examineFigures(brandId, now(), doNotWait, ['orders']);
  expect(examined.differences.map(({ key }) => key)).toEqual([{ pk: wrong?.pk, sk: wrong?.sk }]);
  await rebuildFigures(brandId, now(), doNotWait, ['orders']);
  expect(await examineFigures(brandId, now(), failOnWait, ['orders'])).toMatchObject({ differences: [] });
});

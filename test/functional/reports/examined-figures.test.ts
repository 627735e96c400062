// Tests which wrong figures an examination reports while figures are still being written.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putSheet } from '#lib/outlets/figures/rules/batches.ts';
import { examineFigures } from '#lib/outlets/figures/store/rebuild.ts';
import { createBrand } from '#test/support/service.ts';

/** A brand without orders, whose stored figures say that it has one. */
async function brandWithWrongFigures() {
  const { brand } = await createBrand();
  const key = figureKeys.brandFigures(brand.id, '2026-01-05');
  const store = async (orders: number) =>
    transact([putSheet(await getItem(key), key, new Map([['', new Map([['', { orders }]])]]))]);
  await store(1);
  const examine = (wait: () => Promise<unknown>) => examineFigures(brand.id, now(), wait, ['orders']);
  return { key, store, examine };
}

test('an examination reports wrong figures that do not change while it waits', async () => {
  const { key, examine } = await brandWithWrongFigures();
  expect(await examine(async () => {})).toMatchObject({ differences: [{ key }], moving: 0 });
});

test('an examination does not report wrong figures that change while it waits, because changes are still being counted', async () => {
  const { store, examine } = await brandWithWrongFigures();
  expect(await examine(() => store(2))).toMatchObject({ differences: [], moving: 1 });
});

import { expect, test } from 'vitest';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { operatorJson } from '#test/support/operator.ts';
import { createBrand } from '#test/support/service.ts';

test('two concurrent changes of different terms of a brand are both kept', async () => {
  const { brand } = await createBrand();
  await Promise.all([
    changeSettings(brand.id, { timezone: 'Europe/Berlin' }, now()),
    changeSettings(brand.id, { attributionWindowDays: 7 }, now()),
    changeSettings(brand.id, { holdDays: 14 }, now()),
  ]);
  expect(await operatorJson('brand', 'show', brand.id)).toMatchObject({
    timezone: 'Europe/Berlin',
    attributionWindowDays: 7,
    holdDays: 14,
  });
});

test('a brand remembers each earlier hold period once, until its last change', async () => {
  const { brand } = await createBrand();
  const day = (date: number): Date => new Date(Date.UTC(2026, 2, date));
  for (const [date, holdDays] of [
    [1, 14],
    [2, 14],
    [3, 30],
    [4, 14],
  ] as const)
    await changeSettings(brand.id, { holdDays }, day(date));
  const { pastHoldDays } = await changeSettings(brand.id, { timezone: 'Europe/Berlin' }, day(5));
  expect(pastHoldDays).toEqual([
    { days: 14, until: day(3).toISOString() },
    { days: 30, until: day(4).toISOString() },
  ]);
});

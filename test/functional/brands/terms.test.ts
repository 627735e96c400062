import { expect, test } from 'vitest';
import { changeSettings } from '#lib/brands/store/settings.ts';
import { now } from '#lib/shared/clock.ts';
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

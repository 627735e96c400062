// Tests the total of a list with more items than a request counts.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { maxCounted } from '#lib/foundation/table/list-count.ts';
import { createCampaign } from '#test/support/creations.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { readPage } from '#test/support/lists.ts';
import { createBrand } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

test(`counts up to ${maxCounted} items once, and then says that the total is not exact`, async () => {
  await disableStream();
  const { brand, admin } = await createBrand();
  const line = (index: number) => ({
    ...keys.member(brand.id, campaign.id, `aff_01${String(index).padStart(24, '0')}`),
    campaignId: campaign.id,
    affiliateId: `aff_01${String(index).padStart(24, '0')}`,
    joinedAt: now().toISOString(),
  });
  const campaign = await createCampaign(admin);
  const add = (from: number, to: number) =>
    writeInBulk(Array.from({ length: to - from }, (_, index) => ({ kind: 'put', item: line(from + index) })));
  const path = `/campaigns/${campaign.id}/affiliates`;
  const filters = { createdFrom: '2000-01-01', limit: 2 };
  await add(0, maxCounted);
  const exact = await readPage(admin, path, filters);
  expect([exact.total, exact.totalIsExact]).toEqual([maxCounted, true]);
  await add(maxCounted, maxCounted + 1);
  const [capped, { roundTrips }] = await trafficOf(() => readPage(admin, path, filters));
  expect([capped.total, capped.totalIsExact]).toEqual([maxCounted, false]);
  const [next, ofNext] = await trafficOf(() =>
    readPage(admin, path, { ...filters, cursor: String(capped.cursor) }),
  );
  expect([next.total, next.totalIsExact]).toEqual([maxCounted, false]);
  expect([roundTrips > 2, ofNext.roundTrips]).toEqual([true, 2]);
});

import { expect, test } from 'vitest';
import { auditBrand } from '#lib/audit/store/audit.ts';
import { invite } from '#test/support/creations.ts';
import { walk } from '#test/support/lists.ts';
import { recordOrder } from '#test/support/orders.ts';
import { createBrand } from '#test/support/service.ts';

const orderCount = 60;
const items = Array.from({ length: 100 }, (_, index) => ({
  sku: `${index}`,
  name: 'x'.repeat(200),
  quantity: 1,
}));

/** One query returns at most 1 MB. These orders take 1.3 MB. */
async function brandWithLargeOrders() {
  const { admin, brand } = await createBrand();
  const { trackingCode, id: affiliateId } = await invite(admin);
  const ids: string[] = [];
  for (let count = 0; count < orderCount; count += 1) {
    ids.unshift((await recordOrder(admin, { trackingCode, items })).id);
  }
  return { admin, brand, ids, affiliateId };
}

const acme = await brandWithLargeOrders();

test.each([
  ['all orders', {}],
  ['the orders of a creator', { affiliateId: acme.affiliateId }],
])('GET /v1/conversions returns %s although they exceed the 1 MB of a query', async (_, filter) => {
  const pages = await walk(acme.admin, '/conversions', { limit: 100, ...filter });
  expect(pages.flatMap((page) => page.items.map(({ id }: { id: string }) => id))).toEqual(acme.ids);
});

test('brand audit reads all orders although they exceed the 1 MB of a query', async () => {
  expect(await auditBrand(acme.brand.id)).toMatchObject({ differences: [], entries: 2 * orderCount });
});

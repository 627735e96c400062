// Tests that a filter by an id behaves the same on every endpoint, whether or not the brand has a thing with this id.
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { createCampaign, invite } from '#test/support/creations.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const filters = routes
  .filter(({ access }) => access !== 'public')
  .flatMap(({ path, query }) =>
    Object.keys(query?.shape ?? {})
      .filter((name) => name === 'affiliateId' || name === 'campaignId')
      .map((name): [string, string] => [path, name]),
  );

let acme: TestBrand;
let foreign: { readonly affiliateId: string; readonly campaignId: string };
beforeAll(async () => {
  acme = await createBrand();
  const globex = await createBrand();
  const { id: campaignId } = await createCampaign(globex.admin);
  const { id: affiliateId } = await invite(globex.admin, { campaignIds: [campaignId] });
  foreign = { affiliateId, campaignId };
});

interface Answer {
  readonly data: {
    readonly clicks?: number;
    readonly length?: number;
    readonly creators?: readonly unknown[];
    readonly totals?: { readonly clicks: number; readonly orders: number };
  };
  readonly meta?: { readonly total: number };
}

/** True for an empty list, and for statistics and reports without clicks and orders. */
function isEmpty({ data, meta }: Answer): boolean {
  if (data.totals !== undefined) return data.totals.clicks === 0 && data.totals.orders === 0;
  if (data.creators !== undefined) return data.creators.length === 0;
  return data.length === 0 ? meta?.total === 0 : data.clicks === 0;
}

test('orders, customers, commissions, disputes, discount codes, links, clicks and reports can be filtered by creator', () => {
  const paths = filters.filter(([, name]) => name === 'affiliateId').map(([path]) => path);
  expect(paths.toSorted()).toEqual([
    '/commissions',
    '/conversions',
    '/customers',
    '/discounts',
    '/disputes',
    '/fraud-findings',
    '/links',
    '/reports/performance',
    '/tracking/clicks',
  ]);
});

describe.each(filters)('GET /v1%s with the filter %s', (path, name) => {
  const read = (id: string) =>
    send('GET', `${path}?${new URLSearchParams({ [name]: id })}`, { token: acme.admin });

  test('returns 200 and nothing for an id that the brand does not have, of whatever kind', async () => {
    const { [name as keyof typeof foreign]: otherBrands } = foreign;
    for (const id of [newId('affiliate', new Date()), newId('campaign', new Date()), otherBrands, 'nobody']) {
      const { status, json } = await read(id);
      expect([status, isEmpty(json)], id).toEqual([200, true]);
    }
  });

  test('returns 400 for a text that cannot be an id', async () => {
    for (const text of ['', 'a b', '#', 'x'.repeat(65)]) {
      expectError(
        await read(text),
        errorBody(400, 'Invalid query parameters', [{ path: name, message: 'Must be an id' }]),
      );
    }
  });
});

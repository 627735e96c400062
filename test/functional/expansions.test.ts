// Tests the parameter `expand`, which adds the referenced creators and campaigns to a response.
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  createCampaign,
  createDiscount,
  inviteActive,
  patch,
  recordOrder,
} from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { brandWithCreators, fillCommissions } from '#test/support/payouts.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

let token: string;
let creator: Json;
let campaign: Json;
let order: Json;

beforeAll(async () => {
  ({ admin: token } = await createBrand('scale'));
  campaign = await createCampaign(token, { status: 'active' });
  creator = await inviteActive(token, { campaignIds: [campaign.id] });
  const discount = await createDiscount(token, creator.id, { campaignId: campaign.id });
  order = await recordOrder(token, { discountCode: discount.code, amount: 100 });
  await recordOrder(token, { amount: 5 });
  creator = await read(token, `/affiliates/${creator.id}`);
  campaign = await read(token, `/campaigns/${campaign.id}`);
});

describe.each(['/conversions', '/commissions', '/discounts'])('the list %s', (path) => {
  test('the list adds the creator and the campaign of each row in the form of their own endpoints', async () => {
    const rows = await read(token, `${path}?expand=affiliate,campaign&affiliateId=${creator.id}`);
    expect(rows).toMatchObject([{ affiliate: creator, campaign }]);
    const one = await read(token, `${path}/${rows[0].id}?expand=affiliate`);
    expect(one).toMatchObject({ id: rows[0].id, affiliate: creator });
    expect(one).not.toHaveProperty('campaign');
  });

  test('the list without `expand` has neither field', async () => {
    const [row] = await read(token, path);
    expect(row).not.toHaveProperty('affiliate');
    expect(row).not.toHaveProperty('campaign');
  });

  test('the expansion costs one call for both kinds of records', async () => {
    const plain = await trafficOf(() => send('GET', path, { token }));
    const expanded = await trafficOf(() =>
      send('GET', `${path}?expand=affiliate&expand=campaign`, { token }),
    );
    const batchReads = ([, { calls }]: typeof plain) =>
      calls.filter(({ operation }) => operation.startsWith('BatchGet')).length;
    expect(batchReads(expanded)).toBe(batchReads(plain) + 1);
    expect(expanded[1].calls.length).toBe(plain[1].calls.length + 1);
    expect(expanded[1].roundTrips).toBe(plain[1].roundTrips + 1);
  });

  test('an unknown name is a 400 that lists the names', async () => {
    const answer = await send('GET', `${path}?expand=customer`, { token });
    expect([answer.status, answer.json.details]).toEqual([
      400,
      [{ path: 'expand', message: 'Must be one of affiliate, campaign' }],
    ]);
  });
});

test('a reference to nobody is null', async () => {
  const rows: readonly Json[] = await read(token, '/conversions?expand=affiliate,campaign');
  expect(rows.map(({ affiliate }) => affiliate?.id ?? null)).toEqual([null, creator.id]);
  expect(rows[0]?.campaign).toBeNull();
  expect(rows[1]?.id).toBe(order.id);
});

test('an API key needs the scope of the records that it expands', async () => {
  const { key } = await createApiKey(token, { scopes: ['conversions:read'] });
  const answer = await send('GET', '/conversions?expand=affiliate', { token: key });
  expect([answer.status, answer.json.code]).toEqual([403, 'scope_missing']);
  expect(await dataOf(send('GET', '/conversions', { token: key }))).toHaveLength(2);
});

test('a page of commissions with large creators ends below 4 MB, and its cursor leads to all others', async () => {
  const brand = await brandWithCreators(1);
  // JSON doubles the quotes of the largest metadata, so 100 rows would have 5 MB.
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, '"'.repeat(500)]));
  await patch(brand.admin, `/affiliates/${brand.creators[0]}`, { metadata });
  await fillCommissions(brand, 100);
  const path = '/commissions?limit=100&expand=affiliate';
  const { text, json: page } = await send('GET', path, { token: brand.admin });
  expect(Buffer.byteLength(text)).toBeLessThan(4_000_000);
  const { json: rest } = await send('GET', `${path}&cursor=${page.meta.cursor}`, { token: brand.admin });
  const ids = [...page.data, ...rest.data].map((commission) => commission.id);
  expect([new Set(ids).size, rest.meta.cursor]).toEqual([100, null]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import { affiliateCounterOwner, keys } from '#lib/foundation/table/keys/keys.ts';
import { runInBatches } from '#test/support/concurrent.ts';
import {
  createCampaign,
  createDiscount,
  discountDefinition,
  invite,
  sendInBulk,
  unusedCode,
} from '#test/support/creations.ts';
import { createCreators } from '#test/support/creators.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isTransaction, runAndKill } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { errorBody, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  affiliateId = (await invite(acme.admin)).id;
});

const bulk = (discounts: unknown, token = acme.admin) => sendInBulk(token, discounts);
const definition = (changes: object = {}) => discountDefinition(affiliateId, changes);
const codeTaken = errorBody(409, 'A discount with this code already exists');

describe('POST /v1/discounts/bulk', () => {
  test('returns 200 with each discount in the sequence of the request, as GET /v1/discounts/{id} returns it', async () => {
    const { brand, admin } = await createBrand();
    const [ada, grace, campaign] = [await invite(admin), await invite(admin), await createCampaign(admin)];
    const definitions = [
      { code: 'ZZZ', type: 'fixed', value: 4.35, affiliateId: grace.id },
      { code: 'aaa', type: 'percentage', value: 12.5, affiliateId: ada.id, campaignId: campaign.id },
      { code: 'MMM', type: 'percentage', value: 100, affiliateId: grace.id },
    ];
    const answer = await bulk(definitions, admin);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      data: definitions.map((sent, index) => ({
        index,
        status: 'created',
        discount: {
          id: expect.stringMatching(/^dsc_/),
          campaignId: null,
          ...sent,
          status: 'active',
          startsAt: null,
          endsAt: null,
          usageLimit: null,
          usageCount: 0,
          externalId: null,
          metadata: {},
          totalRevenue: 0,
          createdAt: expect.stringMatching(/Z$/),
        },
      })),
      meta: { total: 3, created: 3, failed: 0, cursor: null },
    });
    for (const { discount } of answer.json.data) {
      const read = await send('GET', `/discounts/${discount.id}`, { token: admin });
      expect(read.json).toEqual({ data: discount });
      expect(await getItem(keys.discountCode(brand.id, discount.code.toLowerCase()))).toMatchObject({
        discountId: discount.id,
      });
    }
    expect(await readCounter(brand.id, 'discounts')).toEqual({ total: 3 });
    expect((await readPage(admin, '/discounts', { affiliateId: grace.id })).total).toBe(2);
    expect((await readPage(admin, '/discounts', { affiliateId: ada.id })).total).toBe(1);
  });

  test('rejects each invalid discount separately, with the same error as POST /v1/discounts', async () => {
    const { id, code } = await createDiscount(acme.admin, affiliateId);
    const unknownCreator = newId('affiliate', new Date());
    const unknownCampaign = newId('campaign', new Date());
    const repeated = unusedCode();
    const definitions = [
      definition(),
      definition({ code: code.toUpperCase() }),
      definition({ affiliateId: unknownCreator }),
      definition({ campaignId: unknownCampaign }),
      definition({ value: 100.5 }),
      definition({ type: 'fixed', value: 0.125 }),
      definition({ code: repeated }),
      definition({ code: repeated.toUpperCase() }),
      definition(),
      definition({ affiliateId: 'no-id' }),
      definition({ campaignId: 'no-id' }),
    ];
    const answer = await bulk(definitions);
    expect(answer.status).toBe(200);
    expect(answer.json.meta).toEqual({ total: 11, created: 3, failed: 8, cursor: null });
    expect(answer.json.data.map(({ index }: { index: number }) => index)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const created = (index: number) => ({
      index,
      status: 'created',
      discount: expect.objectContaining({ code: definitions[index]?.code }),
    });
    const failed = (index: number, error: object) => ({ index, status: 'failed', error });
    const value = 'Must be a percentage up to 100 with at most 2 decimals';
    const invalid = (path: string, message: string) =>
      errorBody(400, 'Invalid request body', [{ path, message }]);
    expect(answer.json.data).toEqual([
      created(0),
      failed(1, { ...codeTaken, details: [{ path: 'code', message: `Belongs to ${id}`, values: [id] }] }),
      failed(2, invalid('affiliateId', 'Affiliate not found')),
      failed(3, invalid('campaignId', 'Campaign not found')),
      failed(4, invalid('value', value)),
      failed(5, invalid('value', expect.stringContaining('at most 2 decimals'))),
      created(6),
      failed(7, codeTaken),
      created(8),
      failed(9, invalid('affiliateId', 'Affiliate not found')),
      failed(10, invalid('campaignId', 'Campaign not found')),
    ]);
    for (const index of [2, 3, 4, 5]) {
      const single = await send('POST', '/discounts', { token: acme.admin, body: definitions[index] });
      expect(single.json).toEqual(answer.json.data[index].error);
    }
  });

  test('creates the second of two discounts with the same code when the first is rejected', async () => {
    const code = unusedCode();
    const answer = await bulk([
      definition({ code, affiliateId: newId('affiliate', new Date()) }),
      definition({ code }),
    ]);
    expect(answer.json.data.map(({ status }: { status: string }) => status)).toEqual(['failed', 'created']);
  });

  test('writes nothing when every discount is rejected', async () => {
    const { code } = await createDiscount(acme.admin, affiliateId);
    const before = await allItems();
    const answer = await bulk([definition({ code }), definition({ value: 101 })]);
    expect(answer.status).toBe(200);
    expect(answer.json.meta).toEqual({ total: 2, created: 0, failed: 2, cursor: null });
    expect(await allItems()).toEqual(before);
  });

  test('accepts a single discount', async () => {
    const answer = await bulk([definition()]);
    expect(answer.json.meta).toEqual({ total: 1, created: 1, failed: 0, cursor: null });
  });

  test('returns the same error for creators and campaigns of other brands as for unknown IDs', async () => {
    const globex = await createBrand();
    const [creator, campaign] = [await invite(globex.admin), await createCampaign(globex.admin)];
    const answer = await bulk([
      definition({ affiliateId: creator.id }),
      definition({ campaignId: campaign.id }),
    ]);
    expect(answer.json.data.map(({ error }: { error: object }) => error)).toEqual([
      invalidFields('affiliateId'),
      invalidFields('campaignId'),
    ]);
  });
});

describe('POST /v1/discounts/bulk with 100 discounts', () => {
  test('creates discounts for 100 different creators and campaigns', async () => {
    const { brand, admin } = await createBrand('scale');
    const creators = await createCreators(brand, 100);
    const campaigns = await runInBatches(100, () => createCampaign(admin));
    const definitions = creators.map((affiliateId, index) =>
      definition({ code: `CODE-${index}`, affiliateId, campaignId: campaigns[index].id }),
    );
    const answer = await bulk(definitions, admin);
    expect(answer.json.meta).toEqual({ total: 100, created: 100, failed: 0, cursor: null });
    const codes = answer.json.data.map(({ discount }: { discount: { code: string } }) => discount.code);
    expect(codes).toEqual(definitions.map(({ code }) => code));
    expect(await readCounter(brand.id, 'discounts')).toMatchObject({ total: 100 });
    const pages = await walk(admin, '/discounts', { limit: 40 });
    expect(pages.flatMap(({ items }) => items)).toHaveLength(100);
    const scopes = creators.map((id) =>
      readCounter(affiliateCounterOwner(brand.id, id), 'affiliateDiscounts'),
    );
    expect(await Promise.all(scopes)).toEqual(Array(100).fill({ total: 1 }));
  });

  test('creates 100 discounts for one creator', async () => {
    const { admin } = await createBrand();
    const creator = await invite(admin);
    const answer = await bulk(
      Array.from({ length: 100 }, () => definition({ affiliateId: creator.id })),
      admin,
    );
    expect(answer.json.meta).toEqual({ total: 100, created: 100, failed: 0, cursor: null });
    expect((await readPage(admin, '/discounts', { affiliateId: creator.id, limit: 1 })).total).toBe(100);
  });
});

describe('POST /v1/discounts/bulk with an idempotency key', () => {
  test('creates the codes that an interrupted attempt left, when it is retried with its key', async () => {
    const clock = fakeClock();
    const { admin } = await createBrand();
    const creators = [await invite(admin), await invite(admin)];
    const discounts = Array.from({ length: 100 }, (_, index) =>
      definition({ affiliateId: creators[index % 2].id, externalId: `code-${index}` }),
    );
    const headers = { 'idempotency-key': 'codes' };
    const request = () => send('POST', '/discounts/bulk', { token: admin, body: { discounts }, headers });
    const { hasDied } = await runAndKill(request, { call: 3, moment: 'before', counts: isTransaction });
    expect(hasDied).toBe(true);
    const { total } = await readPage(admin, '/discounts');
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(100);
    clock.advance(60);
    const answer = await request();
    expect(answer.json.meta).toEqual({ total: 100, created: 100, failed: 0, cursor: null });
    expect((await readPage(admin, '/discounts')).total).toBe(100);
  });

  test.each([47, 48, 49, 100])(
    'creates %i discounts of two creators in one campaign, so that no transaction exceeds 100 writes',
    async (count) => {
      const { admin } = await createBrand();
      const creators = [await invite(admin), await invite(admin)];
      const { id: campaignId } = await createCampaign(admin);
      const discounts = Array.from({ length: count }, (_, index) =>
        definition({ affiliateId: creators[index % 2].id, campaignId }),
      );
      const headers = { 'idempotency-key': 'codes' };
      const request = () => send('POST', '/discounts/bulk', { token: admin, body: { discounts }, headers });
      const answer = await request();
      expect(answer.json.meta).toEqual({ total: count, created: count, failed: 0, cursor: null });
      expect((await request()).text).toBe(answer.text);
      expect((await readPage(admin, '/discounts')).total).toBe(count);
    },
  );
});

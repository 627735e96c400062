import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let campaignId: string;
let affiliateId: string;
beforeAll(async () => {
  acme = await createBrand();
  campaignId = (await createCampaign(acme.admin)).id;
  affiliateId = (await invite(acme.admin)).id;
});

const join = (campaign: string, affiliate: string, token = acme.admin) =>
  send('PUT', `/campaigns/${campaign}/affiliates/${affiliate}`, { token });
const leave = (campaign: string, affiliate: string, token = acme.admin) =>
  send('DELETE', `/campaigns/${campaign}/affiliates/${affiliate}`, { token });
const creatorsCountOf = async (campaign: string): Promise<number> =>
  (await send('GET', `/campaigns/${campaign}`, { token: acme.admin })).json.data.creatorsCount;

describe('/v1/campaigns/{id}/affiliates/{affiliateId}', () => {
  test('PUT adds a creator, stores and counts the membership, and returns 204 without a body', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const brand = await createBrand();
    const { id } = await createCampaign(brand.admin);
    const ada = await invite(brand.admin);
    const answer = await join(id, ada.id, brand.member);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await getItem(keys.member(brand.brand.id, id, ada.id))).toMatchObject({
      campaignId: id,
      affiliateId: ada.id,
      joinedAt: clock.now().toISOString(),
    });
    expect(await readPage(brand.admin, `/campaigns/${id}/affiliates`)).toEqual({
      items: [{ affiliateId: ada.id, campaignId: id, joinedAt: clock.now().toISOString() }],
      total: 1,
      cursor: null,
      totalIsExact: true,
    });
  });

  test('PUT writes nothing when the creator is already a member', async () => {
    const { id } = await createCampaign(acme.admin);
    expect((await join(id, affiliateId)).status).toBe(204);
    const before = await allItems();
    expect((await join(id, affiliateId)).status).toBe(204);
    expect(await allItems()).toEqual(before);
    expect(await creatorsCountOf(id)).toBe(1);
  });

  test('DELETE removes a creator, updates the count, and returns 204 without a body', async () => {
    const { id } = await createCampaign(acme.admin);
    await join(id, affiliateId);
    const answer = await leave(id, affiliateId, acme.member);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await creatorsCountOf(id)).toBe(0);
    expect(await getItem(keys.member(acme.brand.id, id, affiliateId))).toBeUndefined();
  });

  test('DELETE returns 204 and writes nothing when the creator is not a member', async () => {
    const { id } = await createCampaign(acme.admin);
    const before = await allItems();
    expect((await leave(id, affiliateId)).status).toBe(204);
    expect(await allItems()).toEqual(before);
    expect(await creatorsCountOf(id)).toBe(0);
  });

  test('PUT adds a creator again after DELETE removed the creator', async () => {
    const { id } = await createCampaign(acme.admin);
    for (const request of [join, leave, join]) expect((await request(id, affiliateId)).status).toBe(204);
    expect(await creatorsCountOf(id)).toBe(1);
  });

  test('PUT adds a creator to several campaigns', async () => {
    const campaigns = await runConcurrently(3, () => createCampaign(acme.admin));
    await Promise.all(campaigns.map(({ id }) => join(id, affiliateId)));
    expect(await Promise.all(campaigns.map(({ id }) => creatorsCountOf(id)))).toEqual([1, 1, 1]);
  });
});

describe('/v1/campaigns/{id}/affiliates with an unknown ID', () => {
  test('PUT and DELETE return 404 for an unknown campaign and for an unknown creator', async () => {
    const globex = await createBrand();
    const [foreignCampaign, foreignCreator] = await Promise.all([
      createCampaign(globex.admin),
      invite(globex.admin),
    ]);
    const before = await allItems();
    for (const request of [join, leave]) {
      for (const id of [newId('campaign', new Date()), foreignCampaign.id, 'spring']) {
        expectError(await request(id, affiliateId), errorBody(404, 'Campaign not found'));
      }
      for (const id of [newId('affiliate', new Date()), foreignCreator.id, 'ada']) {
        expectError(await request(campaignId, id), errorBody(404, 'Affiliate not found'));
      }
    }
    expect(await allItems()).toEqual(before);
  });

  test('GET returns 404 for the members of an unknown campaign', async () => {
    const globex = await createBrand();
    const foreign = await createCampaign(globex.admin);
    for (const id of [newId('campaign', new Date()), foreign.id, 'spring']) {
      const answer = await send('GET', `/campaigns/${id}/affiliates`, { token: acme.admin });
      expectError(answer, errorBody(404, 'Campaign not found'));
    }
  });
});

test('PUT /v1/campaigns/{id}/affiliates/{affiliateId} rejects a body with fields', async () => {
  const answer = await send('PUT', `/campaigns/${campaignId}/affiliates/${affiliateId}`, {
    token: acme.admin,
    body: { role: 'lead' },
  });
  expectError(answer, invalidFields('role'));
});

describe('GET /v1/campaigns/{id}/affiliates', () => {
  test('returns the newest creators first, with pagination and the exact total', async () => {
    fakeClock(new Date(), 1);
    const { id } = await createCampaign(acme.admin);
    const creators: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      creators.unshift((await invite(acme.admin, { campaignIds: [id] })).id);
    }
    const pages = await walk(acme.admin, `/campaigns/${id}/affiliates`, { limit: 2 });
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ]);
    expect(pages.flatMap(({ items }) => items).map(({ affiliateId }) => affiliateId)).toEqual(creators);
  });

  test('returns no cursor when the last page is exactly full', async () => {
    const { id } = await createCampaign(acme.admin);
    await runConcurrently(2, () => invite(acme.admin, { campaignIds: [id] }));
    expect((await readPage(acme.admin, `/campaigns/${id}/affiliates`, { limit: 2 })).cursor).toBeNull();
  });

  test('returns 400 for the cursor of another campaign', async () => {
    const [first, second] = await runConcurrently(2, () => createCampaign(acme.admin));
    await runConcurrently(2, () => invite(acme.admin, { campaignIds: [first.id, second.id] }));
    const { cursor } = await readPage(acme.admin, `/campaigns/${first.id}/affiliates`, { limit: 1 });
    const answer = await send('GET', `/campaigns/${second.id}/affiliates?cursor=${cursor}`, {
      token: acme.admin,
    });
    expectError(
      answer,
      errorBody(400, 'Invalid query parameters', [{ path: 'cursor', message: expect.any(String) }]),
    );
  });

  test('keeps banned creators as members', async () => {
    const { id } = await createCampaign(acme.admin);
    const { id: banned } = await invite(acme.admin, { campaignIds: [id] });
    await patch(acme.admin, `/affiliates/${banned}`, { status: 'banned' });
    expect(await creatorsCountOf(id)).toBe(1);
  });
});

describe('creatorsCount of a campaign', () => {
  test('creatorsCount of a campaign is exact when 20 creators are added concurrently', async () => {
    const { id } = await createCampaign(acme.admin);
    const creators = await runConcurrently(20, () => invite(acme.admin));
    const answers = await Promise.all(creators.map((creator) => join(id, creator.id)));
    expect(countByStatus(answers)).toEqual({ 204: 20 });
    expect(await creatorsCountOf(id)).toBe(20);
    expect((await readPage(acme.admin, `/campaigns/${id}/affiliates`)).items).toHaveLength(20);
  });

  test('creatorsCount of a campaign is exact when 20 concurrent requests add, then remove, the same creator', async () => {
    const { id } = await createCampaign(acme.admin);
    expect(countByStatus(await runConcurrently(20, () => join(id, affiliateId)))).toEqual({ 204: 20 });
    expect(await creatorsCountOf(id)).toBe(1);
    expect(countByStatus(await runConcurrently(20, () => leave(id, affiliateId)))).toEqual({ 204: 20 });
    expect(await creatorsCountOf(id)).toBe(0);
  });

  test('creatorsCount of a campaign is exact when concurrent requests add and remove the same creator', async () => {
    const { id } = await createCampaign(acme.admin);
    const answers = await runConcurrently(20, (index) => (index % 2 === 0 ? join : leave)(id, affiliateId));
    expect(countByStatus(answers)).toEqual({ 204: 20 });
    const { items, total } = await readPage(acme.admin, `/campaigns/${id}/affiliates`);
    expect(items).toHaveLength(total);
    expect(await creatorsCountOf(id)).toBe(total);
  });

  test('creatorsCount of a campaign is exact when the campaign is updated while creators are added', async () => {
    const { id } = await createCampaign(acme.admin);
    const creators = await runConcurrently(5, () => invite(acme.admin));
    await Promise.all([
      ...creators.map((creator) => join(id, creator.id)),
      patch(acme.admin, `/campaigns/${id}`, { status: 'active' }),
    ]);
    const { data } = (await send('GET', `/campaigns/${id}`, { token: acme.admin })).json;
    expect(data).toMatchObject({ status: 'active', creatorsCount: 5 });
  });
});

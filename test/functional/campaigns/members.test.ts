import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { atOnce, statusesOf } from '#test/support/at-once.ts';
import { createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

let acme: TestBrand;
let campaign: string;
let creator: string;
beforeAll(async () => {
  acme = await createBrand();
  campaign = (await createCampaign(acme.admin)).id;
  creator = (await invite(acme.admin)).id;
});

const join = (campaignId: string, affiliateId: string, token = acme.admin) =>
  send('PUT', `/campaigns/${campaignId}/affiliates/${affiliateId}`, { token });
const leave = (campaignId: string, affiliateId: string, token = acme.admin) =>
  send('DELETE', `/campaigns/${campaignId}/affiliates/${affiliateId}`, { token });
const countOf = async (campaignId: string): Promise<number> =>
  (await send('GET', `/campaigns/${campaignId}`, { token: acme.admin })).json.data.creatorsCount;

describe('a creator', () => {
  test('joins a campaign: 204 without a body, stored and counted', async () => {
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
    });
  });

  test('who joins again stays in it, as from the first time', async () => {
    const { id } = await createCampaign(acme.admin);
    expect((await join(id, creator)).status).toBe(204);
    const before = await allItems();
    expect((await join(id, creator)).status).toBe(204);
    expect(await allItems()).toEqual(before);
    expect(await countOf(id)).toBe(1);
  });

  test('leaves it: 204 without a body, and is counted no more', async () => {
    const { id } = await createCampaign(acme.admin);
    await join(id, creator);
    const answer = await leave(id, creator, acme.member);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(await countOf(id)).toBe(0);
    expect(await getItem(keys.member(acme.brand.id, id, creator))).toBeUndefined();
  });

  test('who is not in it stays out of it', async () => {
    const { id } = await createCampaign(acme.admin);
    const before = await allItems();
    expect((await leave(id, creator)).status).toBe(204);
    expect(await allItems()).toEqual(before);
    expect(await countOf(id)).toBe(0);
  });

  test('may come back', async () => {
    const { id } = await createCampaign(acme.admin);
    for (const move of [join, leave, join]) expect((await move(id, creator)).status).toBe(204);
    expect(await countOf(id)).toBe(1);
  });

  test('is in as many campaigns as it joins', async () => {
    const campaigns = await atOnce(3, () => createCampaign(acme.admin));
    await Promise.all(campaigns.map(({ id }) => join(id, creator)));
    expect(await Promise.all(campaigns.map(({ id }) => countOf(id)))).toEqual([1, 1, 1]);
  });
});

describe('what does not exist', () => {
  test('is a 404 on either side, for joining and leaving', async () => {
    const globex = await createBrand();
    const [foreignCampaign, foreignCreator] = await Promise.all([
      createCampaign(globex.admin),
      invite(globex.admin),
    ]);
    const before = await allItems();
    for (const move of [join, leave]) {
      for (const id of [newId('campaign', new Date()), foreignCampaign.id, 'spring']) {
        expectRefusal(await move(id, creator), refusal(404, 'Campaign not found'));
      }
      for (const id of [newId('affiliate', new Date()), foreignCreator.id, 'ada']) {
        expectRefusal(await move(campaign, id), refusal(404, 'Affiliate not found'));
      }
    }
    expect(await allItems()).toEqual(before);
  });

  test('is a campaign without a list', async () => {
    const globex = await createBrand();
    const foreign = await createCampaign(globex.admin);
    for (const id of [newId('campaign', new Date()), foreign.id, 'spring']) {
      const answer = await send('GET', `/campaigns/${id}/affiliates`, { token: acme.admin });
      expectRefusal(answer, refusal(404, 'Campaign not found'));
    }
  });
});

test('joining takes no fields', async () => {
  const answer = await send('PUT', `/campaigns/${campaign}/affiliates/${creator}`, {
    token: acme.admin,
    body: { role: 'lead' },
  });
  expectRefusal(answer, refusedFields('role'));
});

describe('the list of members', () => {
  test('is newest creator first, walked by cursor, with the exact total', async () => {
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

  test('ends without a cursor on a page that is just full', async () => {
    const { id } = await createCampaign(acme.admin);
    await atOnce(2, () => invite(acme.admin, { campaignIds: [id] }));
    expect((await readPage(acme.admin, `/campaigns/${id}/affiliates`, { limit: 2 })).cursor).toBeNull();
  });

  test('takes no cursor of another campaign', async () => {
    const [one, other] = await atOnce(2, () => createCampaign(acme.admin));
    await atOnce(2, () => invite(acme.admin, { campaignIds: [one.id, other.id] }));
    const { cursor } = await readPage(acme.admin, `/campaigns/${one.id}/affiliates`, { limit: 1 });
    const answer = await send('GET', `/campaigns/${other.id}/affiliates?cursor=${cursor}`, {
      token: acme.admin,
    });
    expectRefusal(
      answer,
      refusal(400, 'Invalid query parameters', [{ path: 'cursor', message: expect.any(String) }]),
    );
  });

  test('keeps creators who are banned', async () => {
    const { id } = await createCampaign(acme.admin);
    const { id: banned } = await invite(acme.admin, { campaignIds: [id] });
    await patch(acme.admin, `/affiliates/${banned}`, { status: 'banned' });
    expect(await countOf(id)).toBe(1);
  });
});

describe('creatorsCount is exact', () => {
  test('when 20 creators join at once', async () => {
    const { id } = await createCampaign(acme.admin);
    const creators = await atOnce(20, () => invite(acme.admin));
    const answers = await Promise.all(creators.map((one) => join(id, one.id)));
    expect(statusesOf(answers)).toEqual({ 204: 20 });
    expect(await countOf(id)).toBe(20);
    expect((await readPage(acme.admin, `/campaigns/${id}/affiliates`)).items).toHaveLength(20);
  });

  test('when one creator joins 20 times at once, and leaves 20 times at once', async () => {
    const { id } = await createCampaign(acme.admin);
    expect(statusesOf(await atOnce(20, () => join(id, creator)))).toEqual({ 204: 20 });
    expect(await countOf(id)).toBe(1);
    expect(statusesOf(await atOnce(20, () => leave(id, creator)))).toEqual({ 204: 20 });
    expect(await countOf(id)).toBe(0);
  });

  test('when one creator joins and leaves at once', async () => {
    const { id } = await createCampaign(acme.admin);
    const answers = await atOnce(20, (index) => (index % 2 === 0 ? join : leave)(id, creator));
    expect(statusesOf(answers)).toEqual({ 204: 20 });
    const { items, total } = await readPage(acme.admin, `/campaigns/${id}/affiliates`);
    expect(items).toHaveLength(total);
    expect(await countOf(id)).toBe(total);
  });

  test('when the campaign is changed while creators join', async () => {
    const { id } = await createCampaign(acme.admin);
    const creators = await atOnce(5, () => invite(acme.admin));
    await Promise.all([
      ...creators.map((one) => join(id, one.id)),
      patch(acme.admin, `/campaigns/${id}`, { status: 'active' }),
    ]);
    const { data } = (await send('GET', `/campaigns/${id}`, { token: acme.admin })).json;
    expect(data).toMatchObject({ status: 'active', creatorsCount: 5 });
  });
});

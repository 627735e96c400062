// Tests the links that creators create, change and delete themselves.
import { describe, expect, test } from 'vitest';
import { maxLinks, maxOwnWords, maxSlugs } from '#lib/clicks/links/rules/limits.ts';
import { newLink } from '#lib/clicks/links/rules/link.ts';
import { addLink } from '#lib/clicks/links/writes.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { affiliateCounterOwner } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { dataOf } from '#test/support/answers.ts';
import { createCampaign, createLink, patch, unusedCode } from '#test/support/creations.ts';
import { takeNewEvents } from '#test/support/events.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { createBrand, send } from '#test/support/service.ts';

const refusal = (status: number, code: string) => ({ status, json: { code } });

async function brandWithCreator() {
  const { admin, brand } = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  await patch(admin, '/brand', { landingHosts: ['acme.test', '*.acme.test'] });
  const { affiliate, token } = await createPortalCreator(brand);
  const post = (body: object) => send('POST', '/creator/links', { token, body });
  const change = (id: string, body: object) => send('PATCH', `/creator/links/${id}`, { token, body });
  const remove = (id: string) => send('DELETE', `/creator/links/${id}`, { token });
  const list = () => dataOf(send('GET', '/creator/links', { token }));
  const attempts = async (id: string) => [
    await post({}),
    await change(id, { name: 'Bio' }),
    await remove(id),
  ];
  return { admin, brand, affiliate, token, post, change, remove, list, attempts };
}

type Setting = Awaited<ReturnType<typeof brandWithCreator>>;

async function campaignOf({ admin, affiliate }: Setting, body: object = {}, isMember = true) {
  const { id } = await createCampaign(admin, { status: 'active', ...body });
  if (isMember) await send('PUT', `/campaigns/${id}/affiliates/${affiliate.id}`, { token: admin });
  return id;
}

describe('POST /v1/creator/links', () => {
  test('a creator creates a link to a page with a word, a name and a campaign, and the brand sees the same link', async () => {
    const setting = await brandWithCreator();
    const given = {
      campaignId: await campaignOf(setting),
      name: 'Instagram bio',
      slug: `shoes-${unusedCode()}`,
      to: 'https://shop.acme.test/shoes?size=m',
    };
    const { status, json } = await setting.post(given);
    expect([status, json.data]).toEqual([201, expect.objectContaining(given)]);
    expect(await setting.list()).toEqual([json.data]);
    const { token } = setting;
    const read = send('GET', `/creator/links/${json.data.id}`, { token });
    expect(await dataOf(read)).toEqual(json.data);
    const link = await dataOf(send('GET', `/links/${json.data.id}`, { token: setting.admin }));
    expect(link).toMatchObject({ ...given, affiliateId: setting.affiliate.id, subIds: null, utm: null });
    const { headers } = await send('GET', `/tracking/ref/${given.slug}`);
    expect(headers.location).toMatch(/^https:\/\/shop\.acme\.test\/shoes\?/);
  });

  test('a link without a word gets one, and a retry with the key creates no second link', async () => {
    const { token, list } = await brandWithCreator();
    const create = () => send('POST', '/creator/links', { token, body: {}, ...withKey('one-link') });
    const [first, again] = [await create(), await create()];
    expect(first.json.data.slug).toMatch(/^[0-9a-z]{8}$/);
    expect(again.json).toEqual(first.json);
    expect(await list()).toHaveLength(1);
  });

  test.each(['https://other.test/', 'http://acme.test/', 'https://acme.test:8443/', 'javascript:alert(1)'])(
    'the page %s is refused with the hosts of the brand',
    async (to) => {
      const { json, status } = await (await brandWithCreator()).post({ to });
      expect([status, json.details[0].path]).toEqual([400, 'to']);
      expect(json.details[0].message).toContain('acme.test');
    },
  );

  test('a word that somebody has is refused with free suggestions', async () => {
    const { post, affiliate } = await brandWithCreator();
    const answer = await post({ slug: affiliate.trackingCode.toUpperCase() });
    expect(answer).toMatchObject(refusal(409, 'tracking_code_taken'));
    expect(answer.json.details[0]).toMatchObject({ path: 'slug', values: expect.any(Array) });
  });

  test('a creator has at most 200 links together with those that the brand has created', async () => {
    const { post, affiliate, brand } = await brandWithCreator();
    const owner = affiliateCounterOwner(brand.id, affiliate.id);
    const counted = incrementCounter(owner, 'affiliateLinks', affiliate.id, { total: maxLinks - 1 });
    await transact([counted]);
    expect((await post({})).status).toBe(201);
    expect(await post({})).toMatchObject(refusal(403, 'link_limit_reached'));
  });

  test('a creator takes at most 1,000 words, although the links are deleted, and the brand still creates links', async () => {
    const { admin, post, change, remove, affiliate, brand } = await brandWithCreator();
    const owner = affiliateCounterOwner(brand.id, affiliate.id);
    const total = maxOwnWords - 2;
    await transact([incrementCounter(owner, 'affiliateWords', affiliate.id, { total })]);
    const { json } = await post({});
    const { id } = json.data;
    expect((await change(id, { slug: unusedCode() })).status).toBe(200);
    expect(await change(id, { slug: unusedCode() })).toMatchObject(refusal(403, 'link_limit_reached'));
    expect((await change(id, { slug: json.data.slug })).status).toBe(200);
    expect((await remove(id)).status).toBe(204);
    expect(await post({})).toMatchObject(refusal(403, 'link_limit_reached'));
    expect((await createLink(admin, affiliate.id)).id).toMatch(/^lnk_/);
  });

  test('a campaign of others, one that does not run and an unknown one are refused alike', async () => {
    const setting = await brandWithCreator();
    const ids = [
      await campaignOf(setting, {}, false),
      await campaignOf(setting, { startDate: '2099-01-01' }),
      await campaignOf(setting, { status: 'draft' }),
      await campaignOf(await brandWithCreator()),
      'cmp_01JD3X8F2Q0000000000000000',
    ];
    const answers = await Promise.all(ids.map((campaignId) => setting.post({ campaignId })));
    for (const { status, json } of answers) {
      expect([status, json.code]).toEqual([400, 'reference_not_found']);
      expect(json.details).toEqual(answers[0]?.json.details);
    }
    expect(await setting.list()).toEqual([]);
  });

  test('a creator cannot name another creator, sub ids or parameters for web analytics', async () => {
    const { post, affiliate } = await brandWithCreator();
    for (const more of [{ affiliateId: affiliate.id }, { subIds: { sub1: 'a' } }, { utm: { source: 'a' } }])
      expect(await post(more)).toMatchObject(refusal(400, 'validation_failed'));
  });

  test('the events and the audit trail name the creator as the actor', async () => {
    const { admin, affiliate, post, change, remove } = await brandWithCreator();
    const { json } = await post({});
    await change(json.data.id, { name: 'Bio' });
    await remove(json.data.id);
    await takeNewEvents();
    const entries = await dataOf(send('GET', `/audit?resourceId=${json.data.id}`, { token: admin }));
    expect(entries.map(({ type, actor }: { type: string; actor: object }) => [type, actor])).toEqual(
      ['link.deleted', 'link.updated', 'link.created'].map((type) => [
        type,
        expect.objectContaining({ type: 'creator', id: affiliate.id }),
      ]),
    );
  });
});

describe('GET, PATCH and DELETE /v1/creator/links/{id}', () => {
  test('a creator changes the name, the page and the word, and the word before still works', async () => {
    const { post, change, list } = await brandWithCreator();
    const [before, after] = [unusedCode(), unusedCode()];
    const { id } = (await post({ slug: before })).json.data;
    const { status, json } = await change(id, { name: 'Bio', slug: after, to: 'https://acme.test/hats' });
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ name: 'Bio', slug: after, to: 'https://acme.test/hats' }),
    ]);
    for (const slug of [before, after])
      expect((await send('GET', `/tracking/ref/${slug}`)).headers.location).toMatch(/acme\.test\/hats/);
    expect((await change(id, { name: null, to: null })).json.data).toMatchObject({ name: null, to: null });
    expect(await list()).toHaveLength(1);
  });

  test('a link has at most 20 words, and a word of somebody else is refused', async () => {
    const { post, change, affiliate } = await brandWithCreator();
    const { id } = (await post({})).json.data;
    expect(await change(id, { slug: affiliate.trackingCode })).toMatchObject(
      refusal(409, 'tracking_code_taken'),
    );
    for (let count = 1; count < maxSlugs; count += 1)
      expect((await change(id, { slug: unusedCode() })).status).toBe(200);
    expect(await change(id, { slug: unusedCode() })).toMatchObject(refusal(409, 'slug_limit_reached'));
  });

  test('a deleted link leads nowhere, and is not in the list', async () => {
    const { post, remove, list } = await brandWithCreator();
    const { id, slug } = (await post({})).json.data;
    expect((await remove(id)).status).toBe(204);
    expect([(await send('GET', `/tracking/ref/${slug}`)).status, await list()]).toEqual([410, []]);
    expect(await remove(id)).toMatchObject(refusal(404, 'link_not_found'));
  });

  test('a link of another creator or another brand looks like an unknown one, and stays', async () => {
    const { change, remove, admin, brand, token: own } = await brandWithCreator();
    const other = await brandWithCreator();
    const { affiliate } = await createPortalCreator(brand);
    const theirs = [
      [admin, await createLink(admin, affiliate.id)],
      [other.admin, await createLink(other.admin, other.affiliate.id)],
    ] as const;
    for (const [token, { id }] of theirs) {
      const read = await send('GET', `/creator/links/${id}`, { token: own });
      expect(read).toMatchObject(refusal(404, 'link_not_found'));
      expect(await change(id, { name: 'Mine' })).toMatchObject(refusal(404, 'link_not_found'));
      expect(await remove(id)).toMatchObject(refusal(404, 'link_not_found'));
      expect((await dataOf(send('GET', `/links/${id}`, { token }))).name).toBeNull();
    }
  });
});

describe('creators who may not change links', () => {
  test.each(['paused', 'invited', 'applied'] as const)(
    'a creator who is %s cannot create, change or delete a link',
    async (status) => {
      const { admin, brand } = await createBrand('scale');
      const { affiliate, token } = await createPortalCreator(brand, { status });
      const { id } = await createLink(admin, affiliate.id);
      const answers = [
        await send('POST', '/creator/links', { token, body: {} }),
        await send('PATCH', `/creator/links/${id}`, { token, body: { name: 'Bio' } }),
        await send('DELETE', `/creator/links/${id}`, { token }),
      ];
      for (const answer of answers) expect(answer).toMatchObject(refusal(409, 'status_conflict'));
      expect((await dataOf(send('GET', `/links/${id}`, { token: admin }))).name).toBeNull();
    },
  );

  test('a creator who is paused after the request was authenticated gets no link', async () => {
    const { brand } = await createBrand('scale');
    const { affiliate } = await createPortalCreator(brand, { status: 'paused' });
    const link = newLink({ affiliateId: affiliate.id }, brand, now());
    const writes = addLink(link, { isMember: true, isGenerated: true, byCreator: true });
    await expect(transact(writes)).rejects.toMatchObject({ code: 'status_conflict' });
  });

  test('a creator who is banned has no session', async () => {
    const { admin, affiliate, post } = await brandWithCreator();
    await patch(admin, `/affiliates/${affiliate.id}`, { status: 'banned' });
    expect((await post({})).status).toBe(401);
  });

  test('a brand turns the links of creators off and on, and the profile tells it with the hosts of pages', async () => {
    const { admin, affiliate, token, attempts, post } = await brandWithCreator();
    const { id } = await createLink(admin, affiliate.id);
    const shown = async () => (await dataOf(send('GET', '/creator', { token }))).brand;
    expect(await shown()).toMatchObject({ creatorLinks: true, landingHosts: ['acme.test', '*.acme.test'] });
    const { portal } = await patch(admin, '/brand', { portal: { creatorLinks: false } });
    expect([portal.creatorLinks, portal.enabled]).toEqual([false, true]);
    for (const answer of await attempts(id)) expect(answer).toMatchObject(refusal(403, 'creator_links_off'));
    expect(await shown()).toMatchObject({ creatorLinks: false });
    await patch(admin, '/brand', { portal: { creatorLinks: true } });
    expect((await post({})).status).toBe(201);
  });
});

import { inflateSync } from 'node:zlib';
import { create as createQrCode } from 'qrcode';
import { describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import {
  createCampaign,
  createLink,
  invite,
  patch,
  unusedCode,
  unusedEmail,
} from '#test/support/creations.ts';
import { takeNewEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const refusal = (status: number, code: string) => ({ status, json: { code } });

async function brandWithCreator(settings: object = {}) {
  const { admin: token, brand } = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  await patch(token, '/brand', { landingHosts: ['acme.test', '*.acme.test'], ...settings });
  const creator = await invite(token, { trackingCode: unusedCode() });
  const create = (body: object = {}) => createLink(token, creator.id, body);
  const refused = (body: object) =>
    send('POST', '/links', { token, body: { affiliateId: creator.id, ...body } });
  return { token, brandId: brand.id, creator, create, refused };
}

describe('POST /v1/links', () => {
  test('a link is created with all fields, and GET returns the same', async () => {
    const { token, creator, create } = await brandWithCreator();
    const { id: campaignId } = await createCampaign(token);
    const given = {
      campaignId,
      name: 'Instagram bio',
      slug: `Shoes-${unusedCode()}`,
      to: 'https://shop.acme.test/shoes?size=m',
      subIds: { sub1: 'bio' },
      utm: { source: 'ig', content: '{trackingCode}' },
    };
    const link = await create(given);
    expect(link).toMatchObject({ ...given, affiliateId: creator.id, aliases: [] });
    expect(link.url).toMatch(new RegExp(`/tracking/ref/${given.slug}$`));
    expect((await send('GET', `/links/${link.id}`, { token })).json.data).toEqual(link);
    const members = await send('GET', `/campaigns/${campaignId}/affiliates`, { token });
    expect(members.json.data.map(({ affiliateId }: Json) => affiliateId)).toEqual([creator.id]);
  });

  test('a link without a slug gets one of eight letters and digits, and empty lists are not stored', async () => {
    const { create } = await brandWithCreator();
    const link = await create({ slug: undefined, subIds: {}, utm: {} });
    expect(link.slug).toMatch(/^[0-9a-z]{8}$/);
    expect(link).toMatchObject({ campaignId: null, name: null, to: null, subIds: null, utm: null });
  });

  test('a slug that a creator, a link or another brand has is refused with free suggestions', async () => {
    const [one, other] = [await brandWithCreator(), await brandWithCreator()];
    const { slug } = await one.create();
    for (const taken of [slug.toUpperCase(), one.creator.trackingCode, other.creator.trackingCode]) {
      const answer = await other.refused({ slug: taken });
      expect(answer).toMatchObject(refusal(409, 'tracking_code_taken'));
      const [{ path, values }] = answer.json.details;
      expect([path, values.length]).toEqual(['slug', 3]);
      expect((await other.refused({ slug: values[0] })).status).toBe(201);
    }
    const code = await send('POST', '/affiliates/invite', {
      token: other.token,
      body: { email: `${slug}@creators.test`, trackingCode: slug },
    });
    expect(code).toMatchObject(refusal(409, 'tracking_code_taken'));
  });

  test.each([
    'http://shop.acme.test/',
    'https://evil.test/',
    'https://acme.test:8443/',
    'https://a@acme.test/',
  ])('refuses the page %s, and names the landing hosts', async (to) => {
    const { refused } = await brandWithCreator();
    const answer = await refused({ to });
    expect(answer).toMatchObject(refusal(400, 'validation_failed'));
    expect(answer.json.details[0].message).toContain('acme.test');
  });

  test('a link with an unknown creator, an unknown campaign or a page of a brand without landing hosts is refused', async () => {
    const [one, other] = [await brandWithCreator(), await brandWithCreator({ landingHosts: [] })];
    expect(await one.refused({ affiliateId: other.creator.id })).toMatchObject(
      refusal(400, 'reference_not_found'),
    );
    const { id: campaignId } = await createCampaign(other.token);
    expect(await one.refused({ campaignId })).toMatchObject(refusal(400, 'reference_not_found'));
    expect((await other.refused({ to: 'https://acme.test/' })).json.details[0].message).toContain(
      'PATCH /brand',
    );
  });

  test('returns 409 for a creator whose personal data was erased, because the erasure would miss the words of the link', async () => {
    const { token, creator, refused } = await brandWithCreator();
    await send('DELETE', `/affiliates/${creator.id}/personal-data`, { token });
    const answer = await refused({ name: 'Ada', slug: unusedCode() });
    expect(answer).toMatchObject(refusal(409, 'affiliate_erased'));
    expect(answer.json.message).toBe(
      `The personal data of ${creator.id} was erased, so the creator gets no link`,
    );
    expect((await send('GET', '/links', { token })).json.data).toEqual([]);
  });

  test('a retry with the same key returns the same link', async () => {
    const { token, creator } = await brandWithCreator();
    const sent = {
      token,
      body: { affiliateId: creator.id },
      headers: { 'idempotency-key': unusedCode() },
    };
    const [first, second] = [await send('POST', '/links', sent), await send('POST', '/links', sent)];
    expect(second.json).toEqual(first.json);
    const { json } = await send('GET', `/links?affiliateId=${creator.id}`, { token });
    expect(json.meta.total).toBe(1);
  });
});

describe('GET /v1/links', () => {
  test('the list has the newest links first, by creator, by campaign and by both', async () => {
    const { token, creator, create } = await brandWithCreator();
    const { id: campaignId } = await createCampaign(token);
    const other = await invite(token);
    const first = await create();
    const second = await create({ campaignId });
    const third = await createLink(token, other.id, { campaignId });
    const ids = async (query: string) => {
      const { json } = await send('GET', `/links${query}`, { token });
      expect(json.meta.total).toBe(json.data.length);
      return json.data.map(({ id }: Json) => id);
    };
    expect(await ids('')).toEqual([third.id, second.id, first.id]);
    expect(await ids(`?affiliateId=${creator.id}`)).toEqual([second.id, first.id]);
    expect(await ids(`?campaignId=${campaignId}`)).toEqual([third.id, second.id]);
    expect(await ids(`?campaignId=${campaignId}&affiliateId=${other.id}`)).toEqual([third.id]);
  });
});

describe('PATCH /v1/links/{id}', () => {
  test('the former slug stays as an alias, which can become the slug again', async () => {
    const { token, create } = await brandWithCreator();
    const { id, slug } = await create();
    const renamed = unusedCode();
    expect(await patch(token, `/links/${id}`, { slug: renamed })).toMatchObject({
      slug: renamed,
      aliases: [slug],
    });
    const back = await patch(token, `/links/${id}`, { slug: slug.toUpperCase() });
    expect(back).toMatchObject({ slug: slug.toUpperCase(), aliases: [renamed] });
  });

  test('a change to a slug that is taken, or to the 21st slug, is refused', async () => {
    const { token, create } = await brandWithCreator();
    const [{ id }, other] = [await create(), await create()];
    const change = (slug: string) => send('PATCH', `/links/${id}`, { token, body: { slug } });
    const taken = await change(other.slug);
    expect(taken).toMatchObject(refusal(409, 'tracking_code_taken'));
    expect(taken.json.details[0].values).toHaveLength(3);
    for (let count = 1; count < 20; count += 1) expect((await change(unusedCode())).status).toBe(200);
    expect(await change(unusedCode())).toMatchObject(refusal(409, 'slug_limit_reached'));
    expect((await send('GET', `/links/${id}`, { token })).json.data.aliases).toHaveLength(19);
  });

  test('null removes fields of a link, and a change without a difference changes nothing', async () => {
    const { token, create } = await brandWithCreator();
    const { id } = await create({ name: 'Bio', to: 'https://acme.test/x', utm: { source: 'ig' } });
    const empty = { name: null, to: null, utm: null, subIds: null, campaignId: null };
    await takeNewEvents();
    expect(await patch(token, `/links/${id}`, empty)).toMatchObject(empty);
    await patch(token, `/links/${id}`, empty);
    expect((await takeNewEvents()).map(({ type }) => type)).toEqual(['link.updated']);
  });
});

describe('DELETE /v1/links/{id}', () => {
  test('the slugs of a deleted link are kept for 90 days, and then free for anybody', async () => {
    const clock = fakeClock('2026-03-01T11:50:00.000Z');
    const { token, create } = await brandWithCreator();
    const other = await brandWithCreator();
    const link = await create();
    const renamed = unusedCode();
    await patch(token, `/links/${link.id}`, { slug: renamed });
    const remove = () => send('DELETE', `/links/${link.id}`, { token });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    const releasableAt = (await getItem(keys.trackingCode(link.slug)))?.releasableAt;
    expect(releasableAt).toBe('2026-05-30T11:50:00.000Z');
    for (const slug of [link.slug, renamed]) {
      expect((await other.refused({ slug })).status).toBe(409);
    }
    const { json } = await send('GET', '/links', { token });
    expect([json.data, json.meta.total]).toEqual([[], 0]);
    clock.advance(90 * 86_400);
    const later = (await newToken(other.brandId, 'admin')).token;
    for (const slug of [link.slug, renamed]) await createLink(later, other.creator.id, { slug });
  });
});

test('a creator can have 200 links, and a deleted one makes room', async () => {
  const { token, brandId, creator, create, refused } = await brandWithCreator();
  const { id } = await create();
  const counter = keys.counterShard(`${brandId}#${creator.id}`, 'affiliateLinks', 0);
  await transact([{ kind: 'put', item: { ...counter, total: 200 } }]);
  expect(await refused({})).toMatchObject(refusal(403, 'link_limit_reached'));
  await send('DELETE', `/links/${id}`, { token });
  expect((await refused({})).status).toBe(201);
});

test('the events of a link have its answer', async () => {
  const { token, create } = await brandWithCreator();
  await takeNewEvents();
  const link = await create({ name: 'Bio' });
  await patch(token, `/links/${link.id}`, { name: 'Story' });
  await send('DELETE', `/links/${link.id}`, { token });
  const events = await takeNewEvents();
  expect(events.map(({ type }) => type)).toEqual(['link.created', 'link.updated', 'link.deleted']);
  expect(events[0]).toMatchObject({ resourceId: link.id, data: link });
  expect(events[1]).toMatchObject({ changes: { name: { before: 'Bio', after: 'Story' } } });
});

test('a link of test mode leads to the test data, and its slug can equal one of live mode', async () => {
  const { token, create } = await brandWithCreator();
  const { slug, url } = await create();
  const headers = { 'x-mode': 'test' };
  const invited = await send('POST', '/affiliates/invite', {
    token,
    headers,
    body: { email: unusedEmail() },
  });
  const body = { affiliateId: invited.json.data.id, slug };
  const { status, json } = await send('POST', '/links', { token, headers, body });
  expect([status, json.data.slug]).toEqual([201, slug]);
  expect(json.data.url).not.toBe(url);
  expect((await send('GET', new URL(json.data.url).pathname.replace(/^\/v1/, ''))).status).toBe(302);
});

test.each([
  ['svg', 'image/svg+xml', /^<svg /],
  ['png', 'image/png', /^\x89PNG/],
])('the QR code of a link is an image as %s', async (format, type, start) => {
  const { token, create } = await brandWithCreator();
  const { id, slug } = await create();
  const { status, headers, text } = await send('GET', `/links/${id}/qr.${format}`, { token });
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    type,
    `inline; filename="${slug}.${format}"`,
  ]);
  expect(Buffer.from(text, 'base64').toString('latin1')).toMatch(start);
});

/** The modules of the QR code of the text, with a margin of 4. */
function codeOf(text: string): readonly string[] {
  const { modules } = createQrCode(text);
  const side = ' '.repeat(4);
  const rows = Array.from({ length: modules.size }, (_, row) => [
    ...Array.from({ length: modules.size }, (_, column) => (modules.get(row, column) ? '#' : ' ')),
  ]);
  const empty = new Array<string>(4).fill(' '.repeat(modules.size + 8));
  return [...empty, ...rows.map((row) => side + row.join('') + side), ...empty];
}

test('a QR code has the modules of the URL, as PNG and as SVG', async () => {
  const { token, create } = await brandWithCreator();
  const { id, url } = await create();
  const read = async (format: string) =>
    Buffer.from((await send('GET', `/links/${id}/qr.${format}`, { token })).text, 'base64');
  const expected = codeOf(url);
  const png = await read('png');
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  expect([width, height]).toEqual([expected.length * 16, expected.length * 16]);
  const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
  const pixels = inflateSync(data);
  const middles = expected.map((_, index) => index * 16 + 8);
  const drawn = middles.map((row) =>
    middles.map((column) => (pixels[row * (width + 1) + 1 + column] === 0 ? '#' : ' ')).join(''),
  );
  expect(drawn).toEqual(expected);
  const rects = [...String(await read('svg')).matchAll(/M(\d+) (\d+)h1v1/g)];
  const grid = expected.map((row) => [...row].fill(' '));
  for (const [, column, row] of rects) (grid[Number(row)] ?? [])[Number(column)] = '#';
  expect(grid.map((row) => row.join(''))).toEqual(expected);
});

// Tests tracking codes that are unique in a brand with a link prefix only.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { brandCodeKey } from '#lib/program/affiliates/rules/code-places.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  invite,
  patch,
  recordOrder,
  unusedCode,
  unusedEmail,
} from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { read } from '#test/support/orders.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const apiUrl = 'http://localhost:3000/v1';
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
const unusedPrefix = () => `p${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const follow = (link: string) => send('GET', link.replace(apiUrl, ''), { headers });
const inviteWith = (token: string, trackingCode: string) =>
  send('POST', '/affiliates/invite', { token, body: { email: unusedEmail(), trackingCode } });
const setPrefix = (token: string, linkPrefix: string) =>
  send('PATCH', '/brand', { token, body: { linkPrefix } });

async function brandWithPrefix() {
  const acme = await createBrand('scale');
  const linkPrefix = unusedPrefix();
  expect((await setPrefix(acme.admin, linkPrefix)).status).toBe(200);
  return { ...acme, linkPrefix };
}

describe('linkPrefix of a brand', () => {
  test('two brands with prefixes have creators with the same two letters, and each link leads to its own brand', async () => {
    const brands = [await brandWithPrefix(), await brandWithPrefix()];
    for (const { admin, linkPrefix } of brands) {
      const { id, link } = await invite(admin, { trackingCode: 'Ad' });
      expect(link).toBe(`${apiUrl}/tracking/ref/${linkPrefix}.Ad`);
      const { status, headers: sent } = await follow(link);
      expect([status, new URL(sent.location ?? '').searchParams.get('ref')]).toEqual([302, 'Ad']);
      expect((await recordOrder(admin, { trackingCode: 'AD' })).affiliateId).toBe(id);
      expect(await read(admin, '/affiliates?trackingCode=ad')).toMatchObject([{ id, link }]);
      const clickId = new URL(sent.location ?? '').searchParams.get('clickId');
      expect((await recordOrder(admin, { clickId })).affiliateId).toBe(id);
      const reported = await send('POST', '/tracking/ref/ad', { token: admin, body: {} });
      expect(reported.json.data).toMatchObject({ affiliateId: id, trackingCode: 'Ad' });
    }
    expect((await follow(`${apiUrl}/tracking/ref/ad`)).status).toBe(404);
  });

  test('a code of 64 characters and a link in capital letters work, and an unknown prefix or word is a 404', async () => {
    const { admin, linkPrefix } = await brandWithPrefix();
    const { link } = await invite(admin, { trackingCode: 'a'.repeat(64) });
    expect((await follow(link.replace(linkPrefix, linkPrefix.toUpperCase()))).status).toBe(302);
    expect((await follow(`${link.slice(0, -1)}`)).status).toBe(404);
    expect((await follow(link.replace(linkPrefix, unusedPrefix()))).status).toBe(404);
    expect((await inviteWith(admin, 'a'.repeat(65))).status).toBe(400);
  });

  test('a link from before the prefix still works, and its code stays taken in the brand', async () => {
    const { admin } = await createBrand('scale');
    const before = await invite(admin, { trackingCode: unusedCode() });
    await setPrefix(admin, unusedPrefix());
    expect(await read(admin, `/affiliates/${before.id}`)).toMatchObject({ link: before.link });
    expect((await follow(before.link)).status).toBe(302);
    const refused = await inviteWith(admin, before.trackingCode.toUpperCase());
    expect([refused.status, refused.json.code]).toEqual([409, 'tracking_code_taken']);
    expect(refused.json.details[0].values).toHaveLength(3);
    expect((await recordOrder(admin, { trackingCode: before.trackingCode })).affiliateId).toBe(before.id);
    expect(await read(admin, `/affiliates?trackingCode=${before.trackingCode}`)).toMatchObject([
      { id: before.id },
    ]);
    const other = await brandWithPrefix();
    expect((await inviteWith(other.admin, before.trackingCode)).status).toBe(201);
  });

  test('a second prefix replaces the first one in new links, and links with the first one still work', async () => {
    const { admin, linkPrefix } = await brandWithPrefix();
    const ada = await invite(admin, { trackingCode: 'ada' });
    const second = unusedPrefix();
    await setPrefix(admin, second);
    const ben = await invite(admin, { trackingCode: 'ben' });
    expect([ada.link.includes(linkPrefix), ben.link.includes(second)]).toEqual([true, true]);
    for (const { link } of [ada, ben]) {
      expect((await follow(link)).status).toBe(302);
      expect((await follow(link.replace(second, linkPrefix))).status).toBe(302);
    }
    const taken = await setPrefix((await createBrand()).admin, linkPrefix);
    expect([taken.status, taken.json.code]).toEqual([409, 'link_prefix_taken']);
    expect((await setPrefix(admin, linkPrefix)).status).toBe(200);
  });

  test('exactly one of the brands that want a prefix at the same time gets it', async () => {
    const prefix = unusedPrefix();
    const brands = await Promise.all([createBrand(), createBrand(), createBrand()]);
    const answers = await Promise.all(brands.map(({ admin }) => setPrefix(admin, prefix)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test.each([['ac'], ['a'.repeat(21)], ['Acme'], ['ac-me'], ['test'], [null]])(
    'PATCH /v1/brand refuses the prefix %j',
    async (linkPrefix) => {
      const { admin: token } = await createBrand();
      const answer = await send('PATCH', '/brand', { token, body: { linkPrefix } });
      expectError(answer, invalidFields('linkPrefix'));
    },
  );

  test('a brand without a prefix cannot have codes of 2 or 41 characters, also in a bulk request', async () => {
    const { admin: token } = await createBrand('scale');
    for (const code of ['ad', 'a'.repeat(41)])
      expectError(await inviteWith(token, code), invalidFields('trackingCode'));
    const body = { affiliates: [{ email: unusedEmail(), trackingCode: 'ad' }, { email: unusedEmail() }] };
    const results = await dataOf(send('POST', '/affiliates/bulk', { token, body }));
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['failed', 'created']);
  });

  test('test mode has the rules of the brand, and its links keep the prefix of test mode', async () => {
    const { admin } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    await invite(key, { trackingCode: 'ada' });
    await setPrefix(admin, unusedPrefix());
    const { link } = await invite(key, { trackingCode: 'bo' });
    expect(link).toMatch(/\/test\.\w{26}\.bo$/);
    expect((await follow(link)).status).toBe(302);
  });
});

describe('POST /v1/tracking/ref/{code}', () => {
  const report = (token: string, code: string) =>
    send('POST', `/tracking/ref/${encodeURIComponent(code)}`, { token, body: {} });

  test('a reported click can have its code with the present or a former prefix, in any letter case and at the end of a sentence', async () => {
    const { admin, linkPrefix } = await brandWithPrefix();
    const { id } = await invite(admin, { trackingCode: 'ada' });
    const second = unusedPrefix();
    await setPrefix(admin, second);
    const codes = [
      `${linkPrefix}.ada`,
      `${second}.ada`,
      `${second.toUpperCase()}.ADA`,
      `${second}.ada.`,
      'ada',
    ];
    for (const code of codes) {
      const { status, json } = await report(admin, code);
      expect([code, status, json.data?.affiliateId]).toEqual([code, 201, id]);
    }
  });

  test('a reported click with a slug and its prefix belongs to the link', async () => {
    const { admin, linkPrefix } = await brandWithPrefix();
    const { id: affiliateId } = await invite(admin, { trackingCode: 'ada' });
    const body = { affiliateId, slug: 'shoes' };
    const { id: linkId } = (await send('POST', '/links', { token: admin, body })).json.data;
    expect((await report(admin, `${linkPrefix}.shoes`)).json.data).toMatchObject({ affiliateId, linkId });
  });

  test('a reported click with the prefix of another brand, an unknown prefix or a code from before the prefix behind it is a 404', async () => {
    const [acme, other] = [await brandWithPrefix(), await brandWithPrefix()];
    await invite(acme.admin, { trackingCode: 'ada' });
    await invite(other.admin, { trackingCode: 'ada' });
    const early = await createBrand('scale');
    const { trackingCode } = await invite(early.admin, { trackingCode: unusedCode() });
    const linkPrefix = unusedPrefix();
    await setPrefix(early.admin, linkPrefix);
    const answers = [
      await report(acme.admin, `${other.linkPrefix}.ada`),
      await report(acme.admin, `${unusedPrefix()}.ada`),
      await report(early.admin, `${linkPrefix}.${trackingCode}`),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      answers.map(() => [404, 'tracking_code_not_found']),
    );
    expect((await report(early.admin, trackingCode)).status).toBe(201);
  });

  test('a reported click of test mode can have the prefix of test mode, which no other brand can use', async () => {
    const { admin } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    const { id, link } = await invite(key, { trackingCode: unusedCode() });
    const code = link.slice(link.lastIndexOf('/') + 1);
    expect((await report(key, code)).json.data).toMatchObject({ affiliateId: id });
    expect((await report(admin, code)).status).toBe(404);
  });
});

describe('a ban in a brand with a link prefix', () => {
  test('the code of a banned creator is free in the brand after 90 days, and older orders stay with the banned one', async () => {
    const clock = fakeClock('2026-03-01T11:50:00.000Z');
    const { admin, brand } = await brandWithPrefix();
    const { id, link } = await invite(admin, { trackingCode: 'ada' });
    clock.advance(600);
    await patch(admin, `/affiliates/${id}`, { status: 'banned' });
    expect((await inviteWith(admin, 'ada')).status).toBe(409);
    clock.advance(90 * 86_400);
    const { token } = await newToken(brand.id, 'admin');
    expect((await follow(link)).status).toBe(404);
    const next = (await inviteWith(token, 'ada')).json.data;
    expect((await recordOrder(token, { trackingCode: 'ada' })).affiliateId).toBe(next.id);
    const late = await recordOrder(token, { trackingCode: 'ada', occurredAt: '2026-03-01T11:55:00Z' });
    expect(late.affiliateId).toBe(id);
  });

  test('a creator whose code from before the prefix has a new owner in the brand gets another code after the ban', async () => {
    const clock = fakeClock('2026-03-01T11:50:00.000Z');
    const { admin, brand } = await createBrand('scale');
    const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
    await setPrefix(admin, unusedPrefix());
    await patch(admin, `/affiliates/${id}`, { status: 'banned' });
    clock.advance(90 * 86_400);
    const { token } = await newToken(brand.id, 'admin');
    const next = (await inviteWith(token, trackingCode)).json.data;
    const lifted = await patch(token, `/affiliates/${id}`, { status: 'active' });
    expect(lifted.trackingCode).not.toBe(trackingCode);
    expect((await follow(lifted.link)).status).toBe(302);
    expect((await recordOrder(token, { trackingCode })).affiliateId).toBe(next.id);
  });
});

test('slugs of links have the prefix, and keep the place that they had before it', async () => {
  const { admin } = await createBrand('scale');
  const { id: affiliateId } = await invite(admin, { trackingCode: unusedCode() });
  const create = (slug: string) =>
    send('POST', '/links', { token: admin, body: { affiliateId, slug, subIds: { sub1: slug } } });
  const old = unusedCode();
  const before = (await create(old)).json.data;
  expect((await create('ad')).status).toBe(400);
  const linkPrefix = unusedPrefix();
  await setPrefix(admin, linkPrefix);
  const { url } = (await create('ad')).json.data;
  expect([url, (await create('AD')).status, (await create(old)).status]).toEqual([
    `${apiUrl}/tracking/ref/${linkPrefix}.ad`,
    409,
    409,
  ]);
  expect([(await follow(url)).status, (await follow(before.url)).status]).toEqual([302, 302]);
  const renamed = await patch(admin, `/links/${before.id}`, { slug: 'xy' });
  expect([renamed.url, renamed.aliases]).toEqual([`${apiUrl}/tracking/ref/${linkPrefix}.xy`, [old]]);
  expect([(await follow(renamed.url)).status, (await follow(before.url)).status]).toEqual([302, 302]);
  const again = await patch(admin, `/links/${before.id}`, { slug: old });
  expect(again.url).toBe(before.url);
  expect((await recordOrder(admin, { trackingCode: 'XY' })).affiliateId).toBe(affiliateId);
  await send('DELETE', `/links/${before.id}`, { token: admin });
  expect((await create('xy')).status).toBe(409);
});

test('a followed link with a prefix costs two reads at first, and then one read and one write', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin } = await brandWithPrefix();
  const { link } = await invite(admin, { trackingCode: 'ada' });
  const operations = async () => {
    const [, { calls }] = await trafficOf(() => follow(link));
    return calls.map(({ operation }) => operation);
  };
  const first = await operations();
  clock.advance(61);
  expect([first.slice(0, 2), await operations()]).toEqual([
    ['GetItem', 'BatchGetItem'],
    ['BatchGetItem', 'UpdateItem'],
  ]);
});

test('the item of a code is below the id of the brand', async () => {
  const { admin, brand, linkPrefix } = await brandWithPrefix();
  const { id } = await invite(admin, { trackingCode: 'Ada' });
  expect(await getItem(brandCodeKey(brand.id, 'ada'))).toMatchObject({ affiliateId: id, brandId: brand.id });
  expect(await getItem(keys.linkPrefix(linkPrefix))).toMatchObject({ brandId: brand.id });
});

import { describe, expect, test } from 'vitest';
import { clicksOf } from '#test/support/clicks.ts';
import {
  createCampaign,
  createLink,
  invite,
  patch,
  recordOrder,
  unusedCode,
} from '#test/support/creations.ts';
import { takeNewEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };
const minute = 60;

const follow = async (slug: string, query = '') => {
  const answer = await send('GET', `/tracking/ref/${slug}${query}`, { headers });
  const location = new URL(answer.headers.location ?? 'none:');
  return { status: answer.status, page: location.origin + location.pathname, query: location.searchParams };
};

async function brandWithLink(body: object = {}, settings: object = {}) {
  const clock = fakeClock('2026-03-01T11:50:00.000Z');
  const { admin: token, brand } = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  await patch(token, '/brand', { landingHosts: ['acme.test', '*.acme.test'], ...settings });
  const creator = await invite(token, { trackingCode: unusedCode() });
  const link = await createLink(token, creator.id, body);
  const change = (changes: object) => patch(token, `/links/${link.id}`, changes);
  const clicks = () => clicksOf(creator.id);
  return { clock, token, brandId: brand.id, creator, link, change, clicks };
}

describe('GET /v1/tracking/ref/{slug}', () => {
  test('a slug leads to the page of its link with the tracking code of the creator, and the click records the link', async () => {
    const to = 'https://shop.acme.test/shoes?size=m';
    const { link, creator, clicks } = await brandWithLink({ to });
    const { status, page, query } = await follow(link.slug.toUpperCase());
    expect([status, page]).toEqual([302, 'https://shop.acme.test/shoes']);
    const [click] = await clicks();
    expect(click).toMatchObject({ linkId: link.id, campaignId: null });
    expect(Object.fromEntries(query)).toEqual({
      size: 'm',
      clickId: click?.id,
      ref: creator.trackingCode,
    });
  });

  test('the page in the address of a click takes precedence over the page of the link', async () => {
    const { link } = await brandWithLink({ to: 'https://acme.test/shoes' });
    const { page } = await follow(link.slug, `?to=${encodeURIComponent('https://acme.test/hats')}`);
    expect(page).toBe('https://acme.test/hats');
  });

  test('a link leads to the landing page when the host of its page is not registered any more', async () => {
    const { link, token } = await brandWithLink({ to: 'https://shop.acme.test/shoes' });
    await patch(token, '/brand', { landingHosts: ['acme.test'] });
    expect((await follow(link.slug)).page).toBe('https://acme.test/');
  });

  test('a click has the sub ids of the link unless the address names others', async () => {
    const { link, clicks, clock } = await brandWithLink({ subIds: { sub1: 'bio', sub2: 'blue' } });
    await follow(link.slug);
    clock.advance(minute);
    await follow(link.slug, '?sub1=story');
    const found = (await clicks()).map(({ subIds }) => subIds);
    expect(found).toEqual([
      { sub1: 'bio', sub2: 'blue' },
      { sub1: 'story', sub2: 'blue' },
    ]);
  });

  test('the utm parameters of the link, and then those of the brand, fill the gaps of the page', async () => {
    const { link } = await brandWithLink(
      { to: 'https://acme.test/?utm_source=page', utm: { source: 'link', medium: 'link' } },
      { defaultUtm: { source: 'brand', medium: 'brand', term: 'brand' } },
    );
    const { query } = await follow(link.slug);
    const utm = ['source', 'medium', 'term'].map((name) => query.get(`utm_${name}`));
    expect(utm).toEqual(['page', 'link', 'brand']);
  });

  test('a link adds its utm parameters for a brand without default ones', async () => {
    const { link, creator } = await brandWithLink({ utm: { content: '{trackingCode}' } });
    expect((await follow(link.slug)).query.get('utm_content')).toBe(creator.trackingCode);
  });

  test('a click counts for the campaign of the link unless the address names another one', async () => {
    const { link, token, change, clicks, clock } = await brandWithLink();
    const settings = { status: 'active', landingUrl: 'https://acme.test/spring' };
    const [spring, other] = [await createCampaign(token, settings), await createCampaign(token, settings)];
    await change({ campaignId: spring.id });
    expect((await follow(link.slug)).page).toBe('https://acme.test/spring');
    clock.advance(2 * 60 * minute);
    await follow(link.slug, `?campaignId=${other.id}`);
    const found = (await clicks()).map(({ campaignId, linkId }) => [campaignId, linkId]);
    expect(found).toEqual([
      [spring.id, link.id],
      [other.id, link.id],
    ]);
  });

  test('a link follows its changes within a minute, also under every alias', async () => {
    const { link, change, clock } = await brandWithLink();
    expect((await follow(link.slug)).page).toBe('https://acme.test/');
    const renamed = unusedCode();
    await change({ slug: renamed, to: 'https://acme.test/shoes' });
    clock.advance(minute);
    const pages = [await follow(link.slug), await follow(renamed)].map(({ page }) => page);
    expect(pages).toEqual(['https://acme.test/shoes', 'https://acme.test/shoes']);
  });

  test('clicks on a link of a banned creator are inactive', async () => {
    const { link, token, creator, clicks, clock } = await brandWithLink();
    await follow(link.slug);
    for (const status of ['active', 'banned']) await patch(token, `/affiliates/${creator.id}`, { status });
    clock.advance(minute);
    expect((await follow(link.slug)).status).toBe(302);
    expect((await clicks()).map(({ reason }) => reason)).toEqual([null, 'inactive']);
  });

  test('a deleted link is a 410 under every slug, and a 404 after 90 days', async () => {
    const { link, brandId, token, change, clock } = await brandWithLink();
    const renamed = unusedCode();
    await change({ slug: renamed });
    await follow(link.slug);
    await send('DELETE', `/links/${link.id}`, { token });
    clock.advance(minute);
    for (const slug of [link.slug, renamed]) expect((await follow(slug)).status).toBe(410);
    clock.advance(90 * 86_400);
    expect((await follow(link.slug)).status).toBe(404);
    const later = (await newToken(brandId, 'admin')).token;
    expect((await send('GET', '/links', { token: later })).json.meta.total).toBe(0);
  });
});

test('a server can report a click on a slug', async () => {
  const { link, token, creator, change } = await brandWithLink({ subIds: { sub1: 'bio' } });
  const { id: campaignId } = await createCampaign(token, { status: 'active' });
  await change({ campaignId });
  const report = (body: object) => send('POST', `/tracking/ref/${link.slug}`, { token, body });
  const { status, json } = await report({ subIds: { sub2: 'blue' } });
  expect([status, json.data]).toMatchObject([
    201,
    {
      affiliateId: creator.id,
      trackingCode: creator.trackingCode,
      linkId: link.id,
      campaignId,
      subIds: { sub1: 'bio', sub2: 'blue' },
    },
  ]);
  await send('DELETE', `/links/${link.id}`, { token });
  expect((await report({})).status).toBe(404);
});

describe('an order', () => {
  test('an order with the click of a link shows the link in its receipt and in its event', async () => {
    const { link, token, creator } = await brandWithLink({ subIds: { sub1: 'bio' } });
    const { query } = await follow(link.slug);
    await takeNewEvents();
    const order = await recordOrder(token, { clickId: query.get('clickId') });
    const candidate = { source: 'click', linkId: link.id, subIds: { sub1: 'bio' } };
    expect(order).toMatchObject({ affiliateId: creator.id, receipt: { candidates: [candidate] } });
    const recorded = (await takeNewEvents()).find(({ type }) => type === 'conversion.recorded');
    expect(recorded).toMatchObject({ data: { receipt: { candidates: [candidate] } } });
  });

  test('an order with a slug as its tracking code belongs to the creator and the campaign, also after the deletion', async () => {
    const { link, token, creator, change } = await brandWithLink();
    const { id: campaignId } = await createCampaign(token, { status: 'active' });
    await change({ campaignId });
    const order = await recordOrder(token, { trackingCode: link.slug.toUpperCase() });
    expect(order).toMatchObject({
      affiliateId: creator.id,
      campaignId,
      receipt: { candidates: [{ source: 'trackingCode', linkId: link.id }] },
    });
    await send('DELETE', `/links/${link.id}`, { token });
    expect(await recordOrder(token, { trackingCode: link.slug })).toMatchObject({
      affiliateId: creator.id,
      campaignId: null,
    });
  });

  test('an order from before the next owner of a slug belongs to the creator of the deleted link', async () => {
    const { link, brandId, token, creator, clock } = await brandWithLink();
    clock.advance(60 * minute);
    const occurredAt = clock.now().toISOString();
    await send('DELETE', `/links/${link.id}`, { token });
    clock.advance(91 * 86_400);
    const later = (await newToken(brandId, 'admin')).token;
    const next = await invite(later, { trackingCode: link.slug });
    const ownerOf = async (body: object) =>
      (await recordOrder(later, { trackingCode: link.slug, ...body })).affiliateId;
    expect(await ownerOf({ occurredAt })).toBe(creator.id);
    expect(await ownerOf({})).toBe(next.id);
  });
});

test('the list of creators finds the creator of a slug', async () => {
  const { link, token, creator } = await brandWithLink();
  const { json } = await send('GET', `/affiliates?trackingCode=${link.slug}`, { token });
  expect(json.data.map(({ id }: { id: string }) => id)).toEqual([creator.id]);
});

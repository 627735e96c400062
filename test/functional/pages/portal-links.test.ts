// Tests the pages on which creators create, change and delete their links, without a script in the browser.
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { signedIn } from '#test/support/console.ts';
import { createCampaign, createLink, patch, unusedCode } from '#test/support/creations.ts';
import { readPage } from '#test/support/lists.ts';
import { hiddenIn } from '#test/support/page-visitor.ts';
import { portalTokenOf } from '#test/support/portal.ts';
import { signedInCreator } from '#test/support/portal-visitor.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

const german = { 'accept-language': 'de' };
let acme: TestBrand;
let path = '';

const brandWithHosts = async (): Promise<TestBrand> => {
  const brand = await createBrand('scale', { landingUrl: 'https://acme.test/' });
  await patch(brand.admin, '/brand', { landingHosts: ['acme.test', '*.acme.test'] });
  return brand;
};

beforeAll(async () => {
  acme = await brandWithHosts();
  path = `/creators/${acme.brand.slug}/links`;
});

const linksOf = async ({ id }: { id: string }, { admin } = acme) =>
  (await readPage(admin, '/links', { affiliateId: id })).items;

describe('the page of links', () => {
  test('a creator pastes the address of a page, and gets a link with a word and a name', async () => {
    const { affiliate, visitor } = await signedInCreator(acme.brand);
    const { text } = await visitor.get(path);
    expect(text).toContain('You have no further links. Create one above');
    expect(text).toContain('A page on acme.test, *.acme.test');
    const word = unusedCode();
    const fields = { requestId: hiddenIn(text, 'requestId'), to: 'shop.acme.test/shoes', slug: word };
    const sent = { ...fields, name: 'Bio & story', campaignId: '' };
    for (const _ of ['once', 'twice'])
      expect((await visitor.post(path, sent)).location).toBe(`${path}?done=link`);
    const [link, ...others] = await linksOf(affiliate);
    expect(others).toEqual([]);
    expect(link).toMatchObject({ slug: word, name: 'Bio & story', to: 'https://shop.acme.test/shoes' });
    const shown = await visitor.get(`${path}?done=link`);
    for (const part of ['Your link is ready', link?.url, 'Bio &amp; story', 'data-copy', 'class="qr"'])
      expect(shown.text).toContain(part);
  });

  test('each link shows its clicks of the last 30 days, and neither those of the tracking code nor of another creator', async () => {
    const { affiliate, visitor } = await signedInCreator(acme.brand);
    const other = await signedInCreator(acme.brand);
    const [link, quiet, others] = [
      await createLink(acme.admin, affiliate.id),
      await createLink(acme.admin, affiliate.id),
      await createLink(acme.admin, other.affiliate.id),
    ];
    const words = [link.slug, link.slug, affiliate.trackingCode, others.slug];
    for (const [index, word] of words.entries()) {
      const body = { visitorId: `visitor-${index}` };
      await send('POST', `/tracking/ref/${word}`, { token: acme.admin, body });
    }
    await aggregateNewClicks();
    const { text } = await visitor.get(path);
    const cardOf = ({ id }: { id: string }) =>
      text.split('<article').find((card) => card.includes(`/links/${id}`));
    expect(cardOf(link)).toContain('Clicks in the last 30 days: 2');
    expect(cardOf(quiet)).toContain('Clicks in the last 30 days: 0');
    const token = await portalTokenOf(acme.brand.id, affiliate);
    const { json } = await send('GET', '/creator/statistics', { token });
    expect(json.data).toMatchObject({ totals: { clicks: 3 }, links: [{ linkId: link.id, clicks: 2 }] });
    expect(json.data.links).toHaveLength(1);
  });

  test('a creator can select a running campaign of which the creator is a member', async () => {
    const { affiliate, visitor } = await signedInCreator(acme.brand);
    expect((await visitor.get(path)).text).not.toContain('name="campaignId"');
    const { id: campaignId } = await createCampaign(acme.admin, { status: 'active', name: 'Summer' });
    await send('PUT', `/campaigns/${campaignId}/affiliates/${affiliate.id}`, { token: acme.admin });
    expect((await visitor.get(path)).text).toContain(`<option value="${campaignId}"`);
    await visitor.post(path, { campaignId });
    expect((await linksOf(affiliate))[0]).toMatchObject({ campaignId });
  });

  test.each([
    ['to', { to: 'https://other.test/' }, 'on one of the hosts that are named above', 'genannten Hosts'],
    ['slug', { slug: '-' }, 'Use 3 to 40 letters', '3 bis 40 Buchstaben'],
    ['name', { name: 'a'.repeat(101) }, 'at most 100 characters', 'höchstens 100 Zeichen'],
  ])(
    'a problem with the field %s is beside the field, which keeps its value, in both languages',
    async (name, fields, english, inGerman) => {
      const { affiliate, visitor } = await signedInCreator(acme.brand);
      for (const [message, headers] of [[english, {}] as const, [inGerman, german] as const]) {
        const { status, text } = await visitor.post(path, fields, headers);
        expect(status).toBe(400);
        const error = new RegExp(`id="${name}-error" class="error">[^<]*${message}`);
        expect(text).toMatch(error);
        expect(text).toContain(`value="${Object.values(fields)[0]}"`);
      }
      expect(await linksOf(affiliate)).toEqual([]);
    },
  );

  test('a word that somebody has is refused with words that are free', async () => {
    const { affiliate, visitor } = await signedInCreator(acme.brand);
    const { status, text } = await visitor.post(path, { slug: affiliate.trackingCode });
    expect(status).toBe(400);
    expect(text).toMatch(/id="slug-error" class="error">Somebody has this word. These were free[^<]*: \w+/);
  });

  test('a brand without landing hosts gets no field for the page, and a link can be renamed', async () => {
    const plain = await createBrand('scale', { landingUrl: 'https://acme.test/' });
    const at = `/creators/${plain.brand.slug}/links`;
    const { affiliate, visitor } = await signedInCreator(plain.brand);
    const { text } = await visitor.get(at);
    expect(text).not.toContain('name="to"');
    expect(text).not.toContain('product');
    await visitor.post(at, { name: 'Bio' });
    const [link] = await linksOf(affiliate, plain);
    const changed = await visitor.post(`${at}/${link?.id}`, { name: 'Story', slug: link?.slug ?? '' });
    expect(changed.location).toBe(`${at}?done=saved`);
    expect((await linksOf(affiliate, plain))[0]).toMatchObject({ name: 'Story', to: null });
  });

  test('a brand that has turned the links of creators off shows them without forms', async () => {
    const closed = await brandWithHosts();
    const at = `/creators/${closed.brand.slug}/links`;
    const { affiliate, visitor } = await signedInCreator(closed.brand);
    const { id, url } = await createLink(closed.admin, affiliate.id);
    await patch(closed.admin, '/brand', { portal: { creatorLinks: false } });
    const list = (await visitor.get(at)).text;
    expect([list.includes(url), list.includes('Only the brand creates and changes links')]).toEqual([
      true,
      true,
    ]);
    const one = (await visitor.get(`${at}/${id}`)).text;
    expect(one).toContain(url);
    for (const text of [list, one]) expect(text).not.toContain(`action="${at}`);
    const { status, text } = await visitor.post(at, {});
    expect([status, text.includes('The brand has turned this off')]).toEqual([400, true]);
  });

  test('a paused creator sees the links without forms', async () => {
    const { affiliate, visitor } = await signedInCreator(acme.brand);
    await patch(acme.admin, `/affiliates/${affiliate.id}`, { status: 'paused' });
    expect((await visitor.get(path)).text).not.toContain(`action="${path}`);
  });
});

describe('the page of a link', () => {
  async function creatorWithLink() {
    const { affiliate, visitor } = await signedInCreator(acme.brand);
    const link = await createLink(acme.admin, affiliate.id, { to: 'https://acme.test/shoes', name: 'Bio' });
    return { affiliate, visitor, link, at: `${path}/${link.id}` };
  }

  test('a creator changes the word, the page and the name', async () => {
    const { affiliate, visitor, link, at } = await creatorWithLink();
    expect((await visitor.get(at)).text).toContain('value="https://acme.test/shoes"');
    const slug = unusedCode();
    const { location } = await visitor.post(at, { to: '', slug, name: '' });
    expect(location).toBe(`${path}?done=saved`);
    const [changed] = await linksOf(affiliate);
    expect(changed).toMatchObject({ slug, aliases: [link.slug], to: null, name: null });
  });

  test('a link whose page is no longer on a host of the brand can still be renamed', async () => {
    const other = await brandWithHosts();
    const { affiliate, visitor } = await signedInCreator(other.brand);
    const { id, slug, to } = await createLink(other.admin, affiliate.id, { to: 'https://acme.test/shoes' });
    await patch(other.admin, '/brand', { landingUrl: null, landingHosts: ['new.test'] });
    const at = `/creators/${other.brand.slug}/links`;
    expect((await visitor.post(`${at}/${id}`, { to, slug, name: 'Old' })).location).toBe(`${at}?done=saved`);
    expect((await linksOf(affiliate, other))[0]).toMatchObject({ name: 'Old', to });
  });

  test('a link is deleted only after the confirmation, and a second time without an error', async () => {
    const { affiliate, visitor, at } = await creatorWithLink();
    expect((await visitor.post(`${at}/delete`, {})).location).toBe(at);
    expect(await linksOf(affiliate)).toHaveLength(1);
    for (const _ of ['once', 'twice'])
      expect((await visitor.post(`${at}/delete`, { confirm: 'delete' })).location).toBe(
        `${path}?done=linkDeleted`,
      );
    expect(await linksOf(affiliate)).toEqual([]);
  });

  test('the page of a link of another creator is a 404, as are its forms', async () => {
    const { link, at } = await creatorWithLink();
    const { visitor } = await signedInCreator(acme.brand);
    expect((await visitor.get(at)).status).toBe(404);
    expect((await visitor.post(at, { slug: unusedCode(), name: 'Mine' })).status).toBe(404);
    await visitor.post(`${at}/delete`, { confirm: 'delete' });
    expect(await dataOf(send('GET', `/links/${link.id}`, { token: acme.admin }))).toMatchObject({
      name: 'Bio',
    });
  });
});

test('an admin turns the links of creators off in the console', async () => {
  const { brand, visitor } = await signedIn();
  const settings = '/console/settings/portal';
  const selected = async () =>
    /name="portal\.creatorLinks".*?value="(\w+)" selected/s.exec((await visitor.get(settings)).text)?.[1];
  expect(await selected()).toBe('true');
  const fields = { slug: brand.slug, 'portal.enabled': 'true', 'portal.applications': 'closed' };
  const sent = { ...fields, 'portal.creatorLinks': 'false' };
  const { location } = await visitor.post('/console/settings/brand/portal', sent);
  expect([location, await selected()]).toEqual([`${settings}?done=saved`, 'false']);
});

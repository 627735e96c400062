// Tests what people and programs receive from a tracking link that does not redirect.

import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { setSubscriptionStatus } from '#lib/access/brands/store/brands.ts';
import { prefersHtml } from '#lib/surface/http/error-page.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { invite, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { type Answer, createBrand, send } from '#test/support/service.ts';

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const follow = (path: string, accept?: string, method = 'GET') =>
  send(method, `/tracking/ref/${path}`, {
    headers: { 'user-agent': userAgent, ...(accept !== undefined && { accept }) },
  });

function expectPage({ status, headers, text }: Answer, expected: { status: number; title: string }): void {
  expect(status).toBe(expected.status);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'accept',
  });
  const [, style = ''] = /<style>(.*)<\/style>/.exec(text) ?? [];
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(text).toMatch(/^<!doctype html><html lang="en">/);
  expect(text).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">');
  expect(text).toContain(`<title>${expected.title}</title>`);
  expect(text).toContain(`<h1>${expected.title}</h1>`);
  expect(text).not.toMatch(/<script|<img|<link|<form|https?:|\son\w+=/i);
  expect(Buffer.byteLength(text)).toBeLessThan(1024);
}

const deadLink = { status: 404, title: 'This link does not work' };
const endedLink = { status: 410, title: 'This link is no longer active' };

async function canceledBrand() {
  const { brand, admin } = await createBrand();
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  return { brand, affiliateId: id, code: trackingCode };
}

describe('GET /v1/tracking/ref/{code} of an unknown code', () => {
  test('shows people a short page with status 404', async () => {
    expectPage(await follow(unusedCode(), browserAccept), deadLink);
  });

  test.each([undefined, '*/*', 'application/json', 'application/json, text/plain, */*'])(
    'returns JSON to a program with the accept header %s',
    async (accept) => {
      const answer = await follow(unusedCode(), accept);
      expectError(answer, errorBody(404, 'Tracking code not found'));
      expect(answer.headers).toMatchObject({ vary: 'accept', 'cache-control': 'no-store' });
    },
  );

  test('shows the same page for every request, so that nothing of a request is in it', async () => {
    const paths = [unusedCode(), '%3Cscript%3Ealert(1)%3C%2Fscript%3E', 'x?campaignId=%22%3E%3Cb%3E'];
    const pages = await Promise.all(paths.map((path) => follow(path, browserAccept)));
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
  });
});

test('GET /v1/tracking/ref/{code} shows people a page with status 404 when the link has no landing page', async () => {
  const { admin } = await createBrand('growth', { landingUrl: null });
  const { trackingCode } = await invite(admin);
  expectPage(await follow(trackingCode, browserAccept), deadLink);
});

describe('GET /v1/tracking/ref/{code} of a brand with a canceled subscription', () => {
  test.each(['GET', 'HEAD'])('returns 410 to %s and records no click', async (method) => {
    const { brand, affiliateId, code } = await canceledBrand();
    await setSubscriptionStatus(brand.id, 'canceled');
    expectPage(await follow(code, browserAccept, method), endedLink);
    expectError(await follow(code, '*/*', method), errorBody(410, 'This link is no longer active'));
    expect(await clicksOf(affiliateId)).toEqual([]);
  });

  test('redirects again within a minute after the subscription is active again', async () => {
    const clock = fakeClock('2026-03-01T12:00:00.000Z');
    const { brand, code } = await canceledBrand();
    expect((await follow(code)).status).toBe(302);
    await setSubscriptionStatus(brand.id, 'canceled');
    clock.advance(60);
    expect((await follow(code)).status).toBe(410);
    await setSubscriptionStatus(brand.id, 'active');
    clock.advance(60);
    expect((await follow(code)).status).toBe(302);
  });

  test('redirects while the subscription is only past due', async () => {
    const { brand, code } = await canceledBrand();
    await setSubscriptionStatus(brand.id, 'past_due');
    expect((await follow(code, browserAccept)).status).toBe(302);
  });
});

describe('the choice between a page and JSON', () => {
  test.each([
    ['text/html', true],
    ['TEXT/HTML;level=1;q=0.4', true],
    ['application/json;q=0.5, text/html;q=0.9', true],
    ['application/json, text/html;q=0.9', false],
    ['text/html, application/json', false],
    ['text/html;q=0', false],
    ['text/html;q=nonsense', false],
    ['text/*', false],
    ['', false],
    [undefined, false],
  ])('with the accept header %s prefers HTML: %s', (accept, expected) => {
    expect(prefersHtml(accept)).toBe(expected);
  });
});

describe('linkTexts of a brand', () => {
  test('a tracking link shows the texts of the brand, escaped, when it has ended or has no landing page', async () => {
    const { brand, admin } = await createBrand('growth', { landingUrl: null });
    const { trackingCode } = await invite(admin, { trackingCode: unusedCode() });
    const linkTexts = { title: 'Söhne & <b>Co</b>', message: 'Our program has ended.' };
    const clock = fakeClock();
    const changed = await send('PATCH', '/brand', { token: admin, body: { linkTexts } });
    expect(changed.json.data.linkTexts).toEqual(linkTexts);
    const title = 'Söhne &amp; &lt;b>Co&lt;/b>';
    const withoutPage = await follow(trackingCode, browserAccept);
    expectPage(withoutPage, { status: 404, title });
    expect(withoutPage.text).toContain('<p>Our program has ended.</p>');
    await setSubscriptionStatus(brand.id, 'canceled');
    clock.advance(61);
    expectPage(await follow(trackingCode, browserAccept), { status: 410, title });
    expectPage(await follow(unusedCode(), browserAccept), deadLink);
  });
});

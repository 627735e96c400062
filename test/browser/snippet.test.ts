// Tests the script for shops in Chromium, with a shop and a checkout on different hosts, as its guide (docs/shops.md) includes it.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { handler } from '#functions/pages/snippet.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { useBrowser } from './browser.ts';

const { newContext } = useBrowser();

const shop = 'https://shop.test';
const checkout = 'https://pay.checkout.test';
const api = 'https://api.acme.test';
const older = 'clk_01JD0000000000000000000000';
const newer = 'clk_01JE0000000000000000000000';
const landing = `${shop}/?utm_source=mail&clickId=${older}&ref=eve&sub1=story`;
const click = { clickId: older, trackingCode: 'eve', sub1: 'story' };
const hosts = 'data-checkout-hosts="*.checkout.test"';

const request = (v: string, sent: Readonly<Record<string, string>> = {}) =>
  handler({
    headers: sent,
    rawPath: '/v1/t.js',
    queryStringParameters: { v },
    requestContext: { requestId: 'one', http: { method: 'GET', sourceIp: '203.0.113.7' } },
  } as unknown as HttpEvent);

const integrityOf = (text: string): string => `sha384-${hash('sha384', text, 'base64')}`;

const elements = `<a id=listed href="${checkout}/pay?cart=7%20a&amp;sign=%7e#top">Pay</a>
<a id=other href="https://elsewhere.test/pay">Elsewhere</a><a id=own href="/cart">Cart</a>
<form id=get action="${checkout}/form"><input name=cart value=7><button>Pay</button></form>
<form id=post action="${checkout}/form" method=post><input name=action value=pay></form>
<form id=marked action="/order" data-affiliate><button>Order</button></form>
<form id=plain action="/search"><button>Search</button></form>`;

interface Shop {
  readonly attributes?: string;
  readonly options?: BrowserContextOptions;
  /** Runs in each page before any other script. */
  readonly before?: () => void;
}

/** Serves the shop and the checkout with the script of the API. Any other request fails, and appears in `others`. */
async function openShop({ attributes = hosts, options = {}, before }: Shop = {}) {
  const { headers = {}, body = '' } = await request('1');
  const sri = `integrity="${integrityOf(body)}" crossorigin="anonymous"`;
  const script = `<script src="${api}/v1/t.js?v=1" ${sri} ${attributes} defer></script>`;
  const heard = `<script>heard = []; addEventListener('affiliate', ({ detail }) => heard.push(detail))</script>`;
  const document = `<!doctype html><head>${heard}${script}</head><body>${elements}</body>`;
  const context = await newContext(options);
  if (before !== undefined) await context.addInitScript(before);
  const others: string[] = [];
  const sent: string[] = [];
  const serve = (route: Route) => {
    const url = new URL(route.request().url());
    if (url.origin === api) return route.fulfill({ headers: headers as Record<string, string>, body });
    if (![shop, checkout].includes(url.origin)) {
      others.push(url.href);
      return route.abort();
    }
    sent.push(`${url.href}${route.request().postData() ?? ''}`);
    return route.fulfill({ contentType: 'text/html', body: document });
  };
  await context.route('**/*', serve);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  return { context, page, others, sent, errors };
}

const get = (page: Page) => page.evaluate('affiliate.get()');
const heard = (page: Page) => page.evaluate('heard');
const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'affiliateClick');
const hrefOf = (page: Page, id: string) => page.getAttribute(`#${id}`, 'href');

/** Clicks without leaving the page. */
const clickAt = (page: Page, id: string) =>
  page.evaluate(`{
    const link = document.querySelector('#${id}');
    link.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.click();
  }`);

test('the script has at most 2 KB with gzip, is cached for good by its version, and may be loaded by other sites', async () => {
  const { statusCode, headers = {}, body = '' } = await request('1');
  expect(gzipSync(body, { level: 9 }).byteLength).toBeLessThanOrEqual(2048);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect((await request('1', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  const unknown = await request('7');
  expect([unknown.statusCode, unknown.body, unknown.headers?.['cache-control']]).toEqual([
    404,
    'Load the script with its version: /v1/t.js?v=1',
    'no-store',
  ]);
});

test('a click is kept in a cookie of the shop for the attribution window, and nobody else is asked', async () => {
  const { page, others, errors, context } = await openShop({ attributes: `${hosts} data-days="7"` });
  await page.goto(landing);
  expect([await get(page), await heard(page)]).toEqual([click, [click]]);
  const { value = '', expires = 0, ...cookie } = (await cookieOf(page)) ?? {};
  expect(JSON.parse(decodeURIComponent(value))).toEqual(click);
  expect(Math.round((expires - Date.now() / 1000) / 86_400)).toBe(7);
  expect(cookie).toMatchObject({ domain: 'shop.test', sameSite: 'Lax', secure: true });
  await page.goto(`${shop}/cart?ref=footer&clickId=foreign`);
  expect([await get(page), others, errors]).toEqual([click, [], []]);
  expect((await cookieOf(page))?.expires).toBe(expires);
  await context.close();
});

test('the last click wins, also if the person goes back to the page of an earlier one', async () => {
  const { page, context } = await openShop();
  await page.goto(landing);
  const last = { clickId: newer, trackingCode: 'sam' };
  await page.goto(`${shop}/?clickId=${newer}&ref=own&affiliateRef=sam`);
  expect(await get(page)).toEqual(last);
  await page.goto(landing);
  expect(await get(page)).toEqual(last);
  await context.close();
});

test('a link and forms to a listed host carry the click there, and all others stay as they are', async () => {
  const { page, sent, context } = await openShop();
  await page.goto(landing);
  const [other, own] = [await hrefOf(page, 'other'), await hrefOf(page, 'own')];
  for (const id of ['listed', 'listed', 'other', 'own']) await clickAt(page, id);
  const query = `clickId=${older}&trackingCode=eve&sub1=story`;
  expect(await hrefOf(page, 'listed')).toBe(`${checkout}/pay?cart=7%20a&sign=%7e&${query}#top`);
  expect([await hrefOf(page, 'other'), await hrefOf(page, 'own')]).toEqual([other, own]);
  await page.click('#plain button');
  await page.waitForURL(`${shop}/search?`);
  await page.click('#marked button');
  await page.waitForURL(`${shop}/order?${query}`);
  await page.evaluate(`document.querySelector('#post').submit()`);
  await page.waitForURL(`${checkout}/form`);
  expect(sent.at(-1)).toBe(`${checkout}/formaction=pay&${query}`);
  expect(await get(page)).toEqual({});
  await page.goto(`${shop}/`);
  await page.click('#get button');
  await page.waitForURL(`${checkout}/form?cart=7&${query}`);
  expect([await get(page), (await cookieOf(page))?.domain]).toEqual([click, 'shop.test']);
  await context.close();
});

test('single-page navigation keeps the click, notices a new one, and covers elements that are added later', async () => {
  const { page, context } = await openShop({
    // A router removes the parameters before the script runs.
    before: () => history.replaceState(null, '', '/'),
  });
  await page.goto(landing);
  expect(await get(page)).toEqual(click);
  await page.evaluate(`history.pushState(null, '', '/products/7')`);
  const add = (id: string) =>
    page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<a id=${id} href="${checkout}/pay"><b>Pay</b></a>')`,
    );
  await add('later');
  await clickAt(page, 'later');
  expect(await hrefOf(page, 'later')).toContain(`?clickId=${older}&trackingCode=eve`);
  await page.evaluate(`history.pushState(null, '', '/?clickId=${newer}&ref=sam')`);
  await clickAt(page, 'later');
  expect(await hrefOf(page, 'later')).toContain(`?clickId=${newer}&trackingCode=sam`);
  expect(await heard(page)).toEqual([click, { clickId: newer, trackingCode: 'sam' }]);
  await page.evaluate(`history.pushState(null, '', '/products/8')`);
  await page.goto(`${shop}/`);
  expect(await get(page)).toEqual({ clickId: newer, trackingCode: 'sam' });
  await context.close();
});

test('a shop that asks for consent stores and passes on nothing before it, and deletes everything after a revocation', async () => {
  const { page, context } = await openShop({ attributes: `${hosts} data-consent` });
  const state = async () => [await get(page), await cookieOf(page), await heard(page)];
  await page.goto(landing);
  const before = await hrefOf(page, 'listed');
  await clickAt(page, 'listed');
  expect([...(await state()), await hrefOf(page, 'listed')]).toEqual([{}, undefined, [], before]);
  const storage = await page.evaluate('[localStorage.length, sessionStorage.length]');
  expect(storage).toEqual([0, 0]);
  await page.evaluate(`history.pushState(null, '', '/products/7')`);
  expect(await page.evaluate('affiliate.consent()')).toEqual(click);
  expect(await state()).toEqual([click, expect.anything(), [click]]);
  await page.goto(`${shop}/`);
  expect(await get(page)).toEqual(click);
  await page.evaluate('affiliate.revoke()');
  expect([await get(page), await cookieOf(page)]).toEqual([{}, undefined]);
  await page.goto(landing);
  expect([await get(page), await cookieOf(page)]).toEqual([{}, undefined]);
  await context.close();
});

const blocked = () =>
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
    set: () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });

const ignored = () => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });

test.each([
  ['throws an error', blocked],
  ['ignores it', ignored],
])('a browser that blocks cookies and %s keeps the click as long as the page', async (_, before) => {
  const { page, errors, context } = await openShop({ before });
  await page.goto(landing);
  await page.evaluate(`history.pushState(null, '', '/products/7')`);
  await clickAt(page, 'listed');
  expect([await get(page), await heard(page)]).toEqual([click, [click]]);
  expect(await hrefOf(page, 'listed')).toContain(`&clickId=${older}&`);
  await page.goto(`${shop}/`);
  expect([await get(page), errors]).toEqual([{}, []]);
  await context.close();
});

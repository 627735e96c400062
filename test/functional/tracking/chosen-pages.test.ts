import { expect, test } from 'vitest';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { createBrand, send } from '#test/support/service.ts';

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

async function brandWithHosts(
  landingHosts: readonly string[],
  landingUrl: string | null = 'https://acme.test/',
) {
  const { admin } = await createBrand('scale', { landingUrl });
  await patch(admin, '/brand', { landingHosts });
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  const follow = (query: string) => send('GET', `/tracking/ref/${trackingCode}?${query}`, { headers });
  /** Returns where a link leads without the parameters that the service adds. */
  const pageOf = async (to: string) => {
    const { status, headers: answered } = await follow(`to=${encodeURIComponent(to)}`);
    const [page] = (answered.location ?? '').split(/[?&]clickId=/);
    return [status, page];
  };
  return { admin, id, trackingCode, follow, pageOf };
}

test('a link leads to the page of a registered host that its `to` names, with clickId, ref and the other parameters', async () => {
  const { id, trackingCode, follow } = await brandWithHosts(['acme.test', '*.acme.test']);
  const to = encodeURIComponent('https://shop.acme.test/shoes?size=m#reviews');
  const { status, headers: answered } = await follow(`to=${to}&utm_source=ig`);
  const [click, ...others] = await clicksOf(id);
  expect([status, others]).toEqual([302, []]);
  expect(answered.location).toBe(
    `https://shop.acme.test/shoes?size=m&clickId=${click?.id}&ref=${trackingCode}&utm_source=ig#reviews`,
  );
});

test.each([
  ['https://acme.test/a b', 'https://acme.test/'],
  ['https://acme.test/@ada', 'https://acme.test/@ada'],
  ['HTTPS://ACME.TEST/x', 'https://acme.test/x'],
  ['https://acme.test/?a=1', 'https://acme.test/?a=1'],
  ['https://acme.test//evil.test/', 'https://acme.test//evil.test/'],
  ['https://acme.test/?next=https://evil.test/', 'https://acme.test/?next=https://evil.test/'],
])('a link whose `to` is %s leads to %s', async (to, page) => {
  const { pageOf } = await brandWithHosts(['acme.test']);
  expect(await pageOf(to)).toEqual([302, page]);
});

test('a link finds its `to` after an ampersand of HTML, in any letter case, and uses the first of several', async () => {
  const { follow } = await brandWithHosts(['acme.test']);
  const page = encodeURIComponent('https://acme.test/shoes');
  for (const query of [`x=1&amp;to=${page}`, `TO=${page}`, `to=${page}&to=https://acme.test/other`]) {
    const { headers: answered } = await follow(query);
    expect([query, new URL(answered.location ?? '').pathname]).toEqual([query, '/shoes']);
    expect(answered.location).not.toMatch(/[?&;]to=/i);
  }
});

const hostile = [
  '',
  'x',
  '//evil.test/',
  '///evil.test/',
  '/evil.test',
  '\\\\evil.test',
  '/\\evil.test',
  'http://acme.test/',
  'http://evil.test/',
  'ftp://acme.test/',
  'javascript:alert(1)',
  'javascript://acme.test/%0aalert(1)',
  'data:text/html,acme.test',
  'https:acme.test',
  'https:/acme.test',
  'https://evil.test/',
  'https://evil.test/acme.test',
  'https://evil.test?acme.test',
  'https://evil.test#acme.test',
  'https://acme.test@evil.test/',
  'https://ada:secret@evil.test/',
  'https://ada:secret@acme.test/',
  'https://ada@acme.test/',
  'https://acme.test%40evil.test/',
  'https://acme.test%2f@evil.test/',
  'https://acme.test\\@evil.test/',
  'https://evil.test\\@acme.test/',
  'https://evil.test\\.acme.test/',
  'https:\\\\evil.test/',
  'https://acme.test.evil.test/',
  'https://evilacme.test/',
  'https://acme.test:8443/',
  'https://acme.test:80/',
  'https://acme.test:@evil.test/',
  'https://acme.test./',
  'https://acme.test../',
  'https://.acme.test/',
  'https://аcme.test/',
  'https://xn--cme-8cd.test/',
  'https://acme.te\u0000st/',
  'https://ac\tme.test/',
  'https://ac\nme.test/',
  'https://acme.test/\r\nlocation: https://evil.test/',
  ' https://acme.test/',
  '\u0001https://acme.test/',
  '\u2028https://acme.test/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://localhost/',
  'https://evil.test/%2e%2e/acme.test',
  `https://acme.test/${'x'.repeat(2000)}`,
];

test.each(hostile)('a link whose `to` is %j leads to the landing page', async (to) => {
  const { admin, follow, pageOf } = await brandWithHosts(['acme.test']);
  expect(await pageOf(to)).toEqual([302, 'https://acme.test/']);
  await patch(admin, '/brand', { landingUrl: null });
  const { headers: answered } = await follow(`to=${encodeURIComponent(to)}`);
  expect(answered.location).not.toMatch(/[?&]to=/);
});

test('a wildcard of the landing hosts permits all hosts below a domain, and not the domain', async () => {
  const { pageOf } = await brandWithHosts(['www.acme.test', '*.shop.acme.test'], 'https://www.acme.test/');
  const landing = [302, 'https://www.acme.test/'];
  expect(await pageOf('https://de.shop.acme.test/a')).toEqual([302, 'https://de.shop.acme.test/a']);
  for (const host of ['shop.acme.test', 'acme.test', 'evilshop.acme.test', 'de.shop.acme.test.evil.test']) {
    expect([host, await pageOf(`https://${host}/`)]).toEqual([host, landing]);
  }
});

test('a link of a brand without landing hosts ignores `to`, because every host would be permitted', async () => {
  const { pageOf } = await brandWithHosts([]);
  expect(await pageOf('https://acme.test/shoes')).toEqual([302, 'https://acme.test/']);
});

test('a link leads to its `to` although the brand has no landing page, and is a 404 if `to` is not permitted', async () => {
  const { follow, pageOf } = await brandWithHosts(['acme.test'], null);
  expect(await pageOf('https://acme.test/shoes')).toEqual([302, 'https://acme.test/shoes']);
  expect((await follow('to=https://evil.test/')).status).toBe(404);
});

test('a link with `to` assigns its click to the campaign', async () => {
  const { admin, id, follow } = await brandWithHosts(['acme.test']);
  const campaign = await createCampaign(admin, { status: 'active', landingUrl: 'https://acme.test/spring' });
  const { headers: answered } = await follow(`campaignId=${campaign.id}&to=https://acme.test/shoes`);
  expect(new URL(answered.location ?? '').pathname).toBe('/shoes');
  expect(await clicksOf(id)).toMatchObject([{ campaignId: campaign.id }]);
});

import { expect, test } from 'vitest';
import { clicksOf } from '#test/support/clicks.ts';
import { invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

async function brandWithUtm(defaultUtm: object, landingUrl = 'https://acme.test/') {
  const { admin } = await createBrand('scale', { landingUrl });
  await patch(admin, '/brand', { defaultUtm, landingHosts: ['acme.test'] });
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  const follow = async (query = '') => {
    const answer = await send('GET', `/tracking/ref/${trackingCode}${query}`, { headers });
    return answer.headers.location ?? '';
  };
  return { admin, id, code: trackingCode, follow };
}

test('a link adds the utm parameters of the brand, encoded, with the code of the creator for its placeholder', async () => {
  const utm = { source: 'creators & friends', medium: 'affiliate', content: 'by {trackingCode}' };
  const { id, code, follow } = await brandWithUtm(utm);
  const location = await follow();
  const [click] = await clicksOf(id);
  expect(location).toBe(
    `https://acme.test/?utm_source=creators%20%26%20friends&utm_medium=affiliate&utm_content=by%20${code}&clickId=${click?.id}&ref=${code}`,
  );
});

test('a parameter of the landing page or of the link has precedence over that of the brand', async () => {
  const utm = { source: 'creators', medium: 'affiliate', term: 'shoes' };
  const { follow } = await brandWithUtm(utm, 'https://acme.test/?utm_source=page');
  const { searchParams } = new URL(await follow('?utm_medium=story'));
  expect(searchParams.getAll('utm_source')).toEqual(['page']);
  expect(searchParams.getAll('utm_medium')).toEqual(['story']);
  expect(searchParams.getAll('utm_term')).toEqual(['shoes']);
});

test('a link with `to` adds the utm parameters of the brand, too', async () => {
  const { follow } = await brandWithUtm({ source: 'creators' });
  const { pathname, searchParams } = new URL(await follow('?to=https://acme.test/shoes'));
  expect([pathname, searchParams.get('utm_source')]).toEqual(['/shoes', 'creators']);
});

test('PATCH /v1/brand replaces all utm parameters, null removes them, and links follow within a minute', async () => {
  const clock = fakeClock('2026-03-01T12:00:00.000Z');
  const { admin, follow } = await brandWithUtm({ source: 'creators', medium: 'affiliate' });
  expect(await follow()).toContain('utm_medium=affiliate');
  await patch(admin, '/brand', { defaultUtm: { source: 'other' } });
  clock.advance(60);
  const changed = await follow();
  expect([changed.includes('utm_source=other'), changed.includes('utm_medium')]).toEqual([true, false]);
  await patch(admin, '/brand', { defaultUtm: null });
  clock.advance(60);
  expect(await follow()).not.toContain('utm_');
  expect((await send('GET', '/brand', { token: admin })).json.data.defaultUtm).toBeNull();
});

test.each([
  ['an empty text', { source: '' }, 'defaultUtm.source'],
  ['a text of 101 characters', { medium: 'x'.repeat(101) }, 'defaultUtm.medium'],
  ['an unknown parameter', { id: 'x' }, 'defaultUtm.id'],
])('PATCH /v1/brand refuses utm parameters with %s', async (_, defaultUtm, path) => {
  const { admin: token } = await createBrand();
  const answer = await send('PATCH', '/brand', { token, body: { defaultUtm } });
  expectError(answer, invalidFields(path));
});

import { describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { patch } from '#test/support/creations.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { pngLogo, pngOf } from '#test/support/logos.ts';
import { emailPagesTo } from '#test/support/people.ts';
import { createPortalCreator } from '#test/support/portal.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const put = (token: string, body: unknown) => send('PUT', '/brand/logo', { token, body });

const noLogo = { status: 404, json: { code: 'logo_not_found' } };

describe('PUT /v1/brand/logo', () => {
  test('stores the image, and everybody reads it until the brand deletes it', async () => {
    const { brand, admin } = await createBrand();
    const path = `/programs/${brand.slug}/logo`;
    expect(await send('GET', path)).toMatchObject(noLogo);
    const { portal } = await dataOf(put(admin, pngLogo()));
    expect(portal.logoUrl).toMatch(new RegExp(`/creators/${brand.slug}/logo/[\\w-]{16}$`));
    expect(await dataOf(send('GET', path))).toEqual(pngLogo());
    expect((await dataOf(send('GET', `/programs/${brand.slug}`))).logoUrl).toBe(portal.logoUrl);
    for (const _ of ['once', 'again'])
      expect(await send('DELETE', '/brand/logo', { token: admin })).toMatchObject({ status: 204 });
    expect(await send('GET', path)).toMatchObject(noLogo);
    expect((await dataOf(send('GET', '/brand', { token: admin }))).portal.logoUrl).toBeNull();
  });

  test('gives each image an address of its own, and keeps it while the settings of the portal change', async () => {
    const { admin } = await createBrand();
    const addressOf = async (shade: number) =>
      (await dataOf(put(admin, pngLogo(pngOf(8, 8, shade))))).portal.logoUrl;
    const first = await addressOf(0);
    expect(await addressOf(0)).toBe(first);
    const second = await addressOf(1);
    expect(second).not.toBe(first);
    const body = { portal: { color: '#0a7d4b' } };
    const { portal } = await dataOf(send('PATCH', '/brand', { token: admin, body }));
    expect(portal).toMatchObject({ color: '#0a7d4b', logoUrl: second });
  });

  test.each([
    ['another type than the declared one', { ...pngLogo(), contentType: 'image/jpeg' }, 'data'],
    ['an incomplete image', pngLogo(pngOf(8, 8).subarray(0, 12)), 'data'],
    ['an image of 1,025 pixels', pngLogo(pngOf(1025, 8)), 'data'],
    ['more than 64 KB', pngLogo(Buffer.concat([pngOf(8, 8), Buffer.alloc(65_536)])), 'data'],
    ['an SVG, which can contain scripts', { ...pngLogo(), contentType: 'image/svg+xml' }, 'contentType'],
  ])('refuses %s', async (_, body, path) => {
    const { admin } = await createBrand();
    const { status, json } = await put(admin, body);
    expect([status, json.details]).toEqual([400, [expect.objectContaining({ path })]]);
  });

  test('accepts an image of 1,024 pixels', async () => {
    const { admin } = await createBrand();
    expect(await put(admin, pngLogo(pngOf(1024, 8)))).toMatchObject({ status: 200 });
  });

  test('refuses members', async () => {
    const { member } = await createBrand();
    expect(await put(member, pngLogo())).toMatchObject({ status: 403, json: { code: 'role_forbidden' } });
  });
});

test('the logo is in the e-mails with which creators sign in and apply', async () => {
  const { brand, admin } = await createBrand();
  const { slug } = brand;
  const { affiliate } = await createPortalCreator(brand);
  const { portal } = await dataOf(put(admin, pngLogo()));
  await patch(admin, '/brand', { portal: { applications: 'review' } });
  const applicant = unusedEmail();
  const body = { name: 'Ada', email: applicant };
  await send('POST', `/programs/${slug}/applications`, { body, sourceIp: '203.0.113.9' });
  await send('POST', '/creator/sign-in-links', { body: { brand: slug, email: affiliate.email } });
  await continueToCompletion();
  for (const address of [affiliate.email, applicant])
    expect(emailPagesTo(address)).toMatchObject([expect.stringContaining(`<img src="${portal.logoUrl}"`)]);
});

import { describe, expect, test } from 'vitest';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { createApiKey, createCampaign, invite, patch } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const landingHosts = ['acme.test', '*.shop.test'];

async function brandWithHosts(hosts: readonly string[] = landingHosts) {
  const acme = await createBrand();
  await changeSettings(acme.brand.id, { landingHosts: [...hosts] }, now());
  return acme;
}

const create = (token: string, landingUrl: string) =>
  send('POST', '/campaigns', { token, body: { name: 'Spring', landingUrl } });
const follow = (code: string, campaignId: string) =>
  send('GET', `/tracking/ref/${code}?campaignId=${campaignId}`, {
    headers: { 'user-agent': 'Firefox/130.0' },
  });

const notAllowed = errorBody(400, 'Invalid request body', [
  { path: 'landingUrl', message: 'Must be on a landing host of the brand: acme.test, *.shop.test' },
]);

describe('the landing page of a campaign', () => {
  test.each([
    ...['https://localhost/', 'https://10.0.0.1/', 'https://2130706433/', 'https://[::1]/', 'https://shop/'],
    ...['https://api.internal/', 'https://169.254.169.254/latest/meta-data/', 'https://[::ffff:127.0.0.1]/'],
    ...['https://pаypal.com/', 'https://xn--pypal-4ve.com/'],
  ])('must not be %s', async (landingUrl) => {
    const { admin } = await createBrand();
    expectError(await create(admin, landingUrl), invalidFields('landingUrl'));
    const { id } = await createCampaign(admin);
    const changed = await send('PATCH', `/campaigns/${id}`, { token: admin, body: { landingUrl } });
    expectError(changed, invalidFields('landingUrl'));
  });

  test('the landing page of a campaign must be on a landing host of the brand, for admins and members', async () => {
    const { admin, member } = await brandWithHosts();
    const { id } = await createCampaign(admin, { landingUrl: 'https://a.shop.test/spring' });
    for (const token of [admin, member]) {
      for (const landingUrl of [
        'https://evil.test/acme.test',
        'https://shop.test/',
        'https://acme.test.evil.test/',
      ]) {
        expectError(await create(token, landingUrl), notAllowed);
        const changed = await send('PATCH', `/campaigns/${id}`, { token, body: { landingUrl } });
        expectError(changed, notAllowed);
      }
    }
    expect((await create(member, 'https://acme.test/spring')).status).toBe(201);
  });

  test('the landing page of a campaign can stay on a host that is no longer allowed while other fields change', async () => {
    const { brand, admin } = await createBrand();
    const landingUrl = 'https://old.test/';
    const { id } = await createCampaign(admin, { landingUrl });
    await changeSettings(brand.id, { landingHosts }, now());
    expect(await patch(admin, `/campaigns/${id}`, { name: 'Summer' })).toMatchObject({
      name: 'Summer',
      landingUrl,
    });
  });
});

describe('a local landing page', () => {
  const local = 'http://localhost:5173/spring?a=1';

  test('the link of a campaign in test mode leads to a local landing page, whatever landing hosts the brand has', async () => {
    const { admin } = await brandWithHosts();
    const { key } = await createApiKey(admin, { mode: 'test' });
    const { link } = await invite(key);
    const campaign = await createCampaign(key, { status: 'active', landingUrl: 'http://127.0.0.1:8080' });
    expect(await patch(key, `/campaigns/${campaign.id}`, { landingUrl: local })).toMatchObject({
      landingUrl: local,
    });
    const { status, headers } = await follow(link.split('/').at(-1), campaign.id);
    expect(status).toBe(302);
    expect(headers.location).toMatch(/^http:\/\/localhost:5173\/spring\?a=1&clickId=clk_\w+&ref=/);
  });

  test.each(['http://localhost:5173', 'http://127.0.0.1/'])(
    'such as %s is a 400 in live mode that names the mode',
    async (landingUrl) => {
      const { admin } = await createBrand();
      const { id } = await createCampaign(admin);
      const inTestMode = errorBody(400, 'Invalid request body', [
        {
          path: 'landingUrl',
          message:
            'Must be an https:// URL without credentials. Only in test mode, it can be http://localhost or http://127.0.0.1',
        },
      ]);
      expectError(await create(admin, landingUrl), inTestMode);
      const body = { landingUrl };
      expectError(await send('PATCH', `/campaigns/${id}`, { token: admin, body }), inTestMode);
      expectError(await send('PATCH', '/brand', { token: admin, body }), invalidFields('landingUrl'));
    },
  );

  test('a local landing page must have the host localhost or 127.0.0.1 and no credentials', async () => {
    const { admin } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    for (const landingUrl of [
      'http://acme.test/',
      'http://10.0.0.1:3000/',
      'http://localhost.evil.test/',
      'http://user@localhost/',
      'http://localhost:99999/',
    ])
      expectError(await create(key, landingUrl), invalidFields('landingUrl'));
  });
});

describe('GET /v1/tracking/ref/{code}', () => {
  test('leads to the landing page of the brand a minute after the host of the campaign was removed', async () => {
    const clock = fakeClock();
    const { brand, admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    const { id } = await createCampaign(admin, { status: 'active', landingUrl: 'https://old.test/' });
    expect((await follow(trackingCode, id)).headers.location).toMatch(/^https:\/\/old\.test\//);
    await changeSettings(brand.id, { landingHosts }, now());
    clock.advance(61);
    expect((await follow(trackingCode, id)).headers.location).toMatch(/^https:\/\/acme\.test\//);
    await changeSettings(brand.id, { landingHosts: [] }, now());
    clock.advance(61);
    expect((await follow(trackingCode, id)).headers.location).toMatch(/^https:\/\/old\.test\//);
  });
});

// Tests the campaign of a tracking link: only a running campaign gets clicks, and a draft is never used.
import { expect, test } from 'vitest';
import { clicksOf } from '#test/support/clicks.ts';
import { createCampaign, invite, patch, unusedCode } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { trafficOf } from '#test/support/traffic.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const followLink = (path: string) =>
  send('GET', `/tracking/ref/${path}`, { headers: { 'user-agent': browser } });

async function brandWithCreator(landingUrl: string | null = 'https://acme.test/', timezone = 'UTC') {
  const { brand, admin } = await createBrand('scale', { landingUrl, timezone });
  const { id, trackingCode } = await invite(admin, { trackingCode: unusedCode() });
  return { brand, admin, affiliateId: id, code: trackingCode };
}

test.each([
  ['is paused', {}, ['active', 'paused']],
  ['has ended', {}, ['active', 'ended']],
  ['starts tomorrow', { startDate: '2026-03-02' }, ['active']],
  ['ended yesterday', { endDate: '2026-02-28' }, ['active']],
])(
  'a link to a campaign that %s redirects to its landing page, and the click counts without the campaign',
  async (_, dates, statusPath) => {
    fakeClock('2026-03-01T12:00:00.000Z');
    const { admin, affiliateId, code } = await brandWithCreator();
    const campaign = await createCampaign(admin, { landingUrl: 'https://acme.test/spring', ...dates });
    for (const status of statusPath) await patch(admin, `/campaigns/${campaign.id}`, { status });
    const { headers } = await followLink(`${code}?campaignId=${campaign.id}`);
    expect(headers.location).toMatch(/^https:\/\/acme\.test\/spring\?/);
    expect(await clicksOf(affiliateId)).toMatchObject([{ campaignId: null, reason: null }]);
  },
);

test('a link never redirects to the landing page of a draft campaign', async () => {
  const { admin, affiliateId, code } = await brandWithCreator();
  const campaign = await createCampaign(admin, { landingUrl: 'https://acme.test/secret' });
  const { headers } = await followLink(`${code}?campaignId=${campaign.id}`);
  expect(headers.location).toMatch(/^https:\/\/acme\.test\/\?/);
  expect(await clicksOf(affiliateId)).toMatchObject([{ campaignId: null, reason: null }]);
});

test('a link to a draft campaign returns 404 when the brand has no landing page', async () => {
  const { admin, code } = await brandWithCreator(null);
  const campaign = await createCampaign(admin, { landingUrl: 'https://acme.test/secret' });
  expectError(
    await followLink(`${code}?campaignId=${campaign.id}`),
    errorBody(404, 'Landing page not found'),
  );
});

test('a link whose target is in memory counts clicks for a campaign until its last instant in the brand’s time zone', async () => {
  const clock = fakeClock('2026-03-02T04:59:30.000Z');
  const { admin, affiliateId, code } = await brandWithCreator('https://acme.test/', 'America/New_York');
  const campaign = await createCampaign(admin, { status: 'active', endDate: '2026-03-01' });
  const at = async (instant: string) => {
    clock.set(instant);
    await followLink(`${code}?campaignId=${campaign.id}`);
  };
  await at('2026-03-02T04:59:30.000Z');
  const [, traffic] = await trafficOf(() => at('2026-03-02T04:59:59.999Z'));
  expect(traffic.calls).toHaveLength(1);
  await at('2026-03-02T05:00:00.000Z');
  expect((await clicksOf(affiliateId)).map(({ campaignId }) => campaignId)).toEqual([
    campaign.id,
    campaign.id,
    null,
  ]);
});

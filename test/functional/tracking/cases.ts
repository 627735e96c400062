// The cost budgets and situations of the endpoints of tracking. The first situation of each endpoint is a plain success.

import { unusedCode } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { Situation } from '#test/support/situations.ts';

const click =
  (body: object, status = 201): Situation =>
  ({ code }) => ({
    path: `/tracking/ref/${code}`,
    status,
    body: { userAgent: browser, ...body },
  });

/** Follows the link once, so that the process has cached its target. */
const warmLink =
  (given: { query?: string; userAgent?: string; method?: string }): Situation =>
  async ({ by, code }) => {
    const path = `/tracking/ref/${code}${given.query ?? ''}`;
    await by.send('HEAD', path);
    const headers = { 'user-agent': given.userAgent ?? browser };
    return { path, status: 302, headers, token: undefined, ...(given.method && { method: given.method }) };
  };

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

export const cases = defineCases({
  'tracking.statistics': {
    budget: 2,
    situations: {
      'the last 30 days': at(() => '/tracking/clicks'),
      'a whole year': at(() => '/tracking/clicks?from=2025-01-01&to=2026-01-01'),
      'by country': at(() => '/tracking/clicks?from=2025-01-01&to=2026-01-01&groupBy=country'),
      'of a creator in a campaign': at(
        ({ affiliateId, campaignId }) =>
          `/tracking/clicks?affiliateId=${affiliateId}&campaignId=${campaignId}`,
      ),
    },
  },
  'tracking.recordClick': {
    budget: 2,
    budgetWithKey: 4,
    situations: {
      'a counted click': (world) => click({ visitorId: unusedCode() })(world),
      'an unknown visitor': click({}),
      'a duplicate': async (world) => {
        const { path, body } = await click({ visitorId: 'again' })(world);
        await world.by.send('POST', path, { token: world.token, body });
        return { path, body, status: 200 };
      },
      'a bot': click({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      'a click in a campaign': ({ code, campaignId }) => ({
        path: `/tracking/ref/${code}`,
        status: 201,
        body: { campaignId, visitorId: 'in a campaign' },
      }),
      'an inactive creator': async ({ by, token }) => {
        const { id, trackingCode } = await by.invite(token);
        await by.patch(token, `/affiliates/${id}`, { status: 'banned' });
        return { path: `/tracking/ref/${trackingCode}`, status: 201, body: { visitorId: 'inactive' } };
      },
    },
  },
  'tracking.followLink': {
    budget: 1,
    situations: {
      'a person': warmLink({}),
      'a person again': warmLink({}),
      'a bot': warmLink({ userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      'in a campaign': (world) => warmLink({ query: `?campaignId=${world.campaignId}` })(world),
      HEAD: warmLink({ method: 'HEAD' }),
    },
  },
});

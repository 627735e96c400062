// Rare situations of the endpoints of tracking. They may exceed the cost budgets.

import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import { invite } from '#test/support/creations.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { createBrand } from '#test/support/service.ts';

export const rareCases: SituationsByEndpoint = {
  'tracking.recordClick': {
    'a click beyond a full visit': async ({ by, token, code }) => {
      const report = { path: `/tracking/ref/${code}`, token, body: { visitorId: 'a crowd' } };
      for (let made = 0; made < maxClicksPerVisit; made += 1) await by.send('POST', report.path, report);
      return { ...report, status: 200 };
    },
  },
  'tracking.followLink': {
    'a new creator': async ({ by, token, campaignId }) => {
      const { trackingCode } = await by.invite(token, { campaignIds: [campaignId] });
      return {
        path: `/tracking/ref/${trackingCode}?campaignId=${campaignId}`,
        status: 302,
        token: undefined,
      };
    },
    // This click creates the visitor salt of the day.
    'the first click of a brand’s day': async () => {
      const { admin } = await createBrand();
      const { trackingCode } = await invite(admin);
      return { path: `/tracking/ref/${trackingCode}`, status: 302, token: undefined };
    },
  },
};

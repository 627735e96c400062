// Situations that an endpoint is in once in a while only: when a visit is full, or a day is new. They cost more than its
// budget, and write what it writes nowhere else.
import { maxClicksOfVisit } from '#lib/clicks/recording.ts';
import { invite } from './creations.ts';
import { createBrand } from './service.ts';
import type { Situation } from './situations.ts';

export const rareSituations: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  'tracking.recordClick': {
    'one of a crowd': async ({ by, token, code }) => {
      const report = { path: `/tracking/ref/${code}`, token, body: { visitorId: 'a crowd' } };
      for (let made = 0; made < maxClicksOfVisit; made += 1) await by.send('POST', report.path, report);
      return { ...report, status: 200 };
    },
  },
  'tracking.followLink': {
    'of a creator nobody knows yet': async ({ by, token, campaignId }) => {
      const { trackingCode } = await by.invite(token, { campaignIds: [campaignId] });
      return {
        path: `/tracking/ref/${trackingCode}?campaignId=${campaignId}`,
        status: 302,
        token: undefined,
      };
    },
    // It makes the salt of the day's visitors.
    'the first click of a brand’s day': async () => {
      const { admin } = await createBrand();
      const { trackingCode } = await invite(admin);
      return { path: `/tracking/ref/${trackingCode}`, status: 302, token: undefined };
    },
  },
};

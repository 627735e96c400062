// The cost budgets and situations of the endpoints of reports. The first situation of each endpoint is a plain success.
import { now } from '#lib/foundation/shared/clock.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

export const cases = defineCases({
  'reports.performance': {
    // Reads the names of the creators, campaigns or codes after the figures.
    budget: 3,
    situations: {
      'the last 30 days': at(() => '/reports/performance'),
      'by creator': at(() => '/reports/performance?groupBy=affiliate'),
      'the discount codes of a creator': at(
        ({ affiliateId }) => `/reports/performance?groupBy=discount&affiliateId=${affiliateId}`,
      ),
    },
  },
  'reports.topCreators': {
    budget: 3,
    situations: {
      'the creators with the highest net revenue': at(() => '/reports/top-creators'),
      'the creators of a campaign': at(({ campaignId }) => `/reports/top-creators?campaignId=${campaignId}`),
    },
  },
  'reports.payments': {
    budget: 4,
    situations: {
      // Only the tax data of creators who were paid is read.
      'a year': async ({ by, token, brandId, affiliateId }) => {
        await by.createCommission({ brandId, affiliateId, status: 'approved' });
        const body = { affiliateIds: [affiliateId] };
        const { json } = await by.send('POST', '/payouts', { token, body });
        await by.patch(token, `/payouts/${json.data.id}`, { status: 'paid', reference: 'transfer-1' });
        return { path: `/reports/payments?year=${now().getUTCFullYear()}`, status: 200 };
      },
    },
  },
  'reports.payables': {
    budget: 3,
    situations: {
      'one creator': async ({ by, brandId, affiliateId }) => {
        await by.createCommission({ brandId, affiliateId });
        return { path: '/reports/payables', status: 200 };
      },
    },
  },
});

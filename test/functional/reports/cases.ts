// The cost budgets and situations of the endpoints of reports. The first situation of each endpoint is a plain success.
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
    situations: { 'a year': at(() => '/reports/payments?year=2026') },
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

// Rare situations of the endpoints of commissions. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';

export const rareCases: SituationsByEndpoint = {
  'commissions.list': {
    'by conversion': async ({ by, token }) => ({
      path: `/commissions?conversionId=${(await by.recordOrder(token)).id}`,
      status: 200,
    }),
    'by campaign': at(({ campaignId }) => `/commissions?campaignId=${campaignId}`),
    'by payout': at(() => '/commissions?payoutId=pay_1'),
    'by approval': at(() => '/commissions?approvedFrom=2026-01-01'),
    'by payment': at(() => '/commissions?paidFrom=2026-01-01'),
  },
};

// Rare situations of the endpoints of commissions. They may exceed the cost budgets.
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { orderOfHotCreator } from '#test/support/sharded-totals.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { Situation } from '#test/support/situations.ts';

const decideBy =
  (path: string, filter: object, reason?: string): Situation =>
  () => ({ path, status: 200, body: { filter, ...(reason && { reason }) } });

export const rareCases: SituationsByEndpoint = {
  'commissions.approveMany': {
    'by status': decideBy('/commissions/approve', { status: 'pending' }),
    'by hold': decideBy('/commissions/approve', { status: 'pending', held: true }),
  },
  'commissions.rejectMany': {
    'by status': decideBy('/commissions/reject', { status: 'pending' }, 'Fraud'),
    'by hold': decideBy('/commissions/reject', { status: 'pending', held: true }, 'Fraud'),
  },
  'commissions.get': {
    'with a creator whose totals are sharded': async (world) => ({
      path: `/commissions/${(await orderOfHotCreator(world)).commissionId}?expand=affiliate,campaign`,
      status: 200,
    }),
  },
  'commissions.list': {
    'with creators and campaigns': at(() => '/commissions?expand=affiliate,campaign'),
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

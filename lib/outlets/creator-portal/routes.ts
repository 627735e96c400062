// Declares the endpoints of the portal. Each reads or changes only the creator of the session.

import { item, list } from '#lib/foundation/contract/answer.ts';
import { defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { balanceAnswer } from './schema/balance.ts';
import { ownDiscountAnswer, ownDiscountFilters } from './schema/discounts.ts';
import { ownStatisticsAnswer, ownStatisticsQuery, profileAnswer, profileChanges } from './schema/profile.ts';

const get = { method: 'GET', access: ownCreator } as const;

export const creator = defineRoutes('creator', {
  get: {
    ...get,
    path: '/creator',
    summary: 'Get the own profile',
    description:
      'Returns the creator of the session, the brand, and the terms and campaigns of later orders.',
    answer: item(profileAnswer),
    table: { actions: ['Query'], indexes: ['byStatus'] },
  },
  update: {
    method: 'PATCH',
    path: '/creator',
    summary: 'Update the own profile',
    description:
      'Changes the name, profile URL, language or e-mails, or accepts the invitation. The brand changes everything else.',
    access: ownCreator,
    body: profileChanges,
    answer: item(profileAnswer),
    errors: ['affiliate_erased', 'affiliate_not_invited'],
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'], indexes: ['byStatus'] },
  },
  statistics: {
    ...get,
    path: '/creator/statistics',
    summary: 'Get the own statistics',
    description:
      'Returns the days from `from` to `to`, at most 366, by default the last 30. Changes appear within 5 seconds.',
    query: ownStatisticsQuery,
    answer: item(ownStatisticsAnswer),
    table: { actions: [] },
  },
  balance: {
    ...get,
    path: '/creator/balance',
    summary: 'Get the own balance',
    description:
      'Returns what the creator has earned, and what is paid next. Changes appear within 5 seconds.',
    answer: item(balanceAnswer),
    table: { actions: [], indexes: ['byAffiliateAndStatus'] },
  },
  listDiscounts: {
    ...get,
    path: '/creator/discounts',
    summary: 'List the own codes',
    description: 'Returns the newest discount code first.',
    query: ownDiscountFilters,
    answer: list(ownDiscountAnswer),
    table: { actions: ['Query'], indexes: ['byAffiliate', 'byTime'] },
  },
});

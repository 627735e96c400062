// Declares the endpoints of the portal. Each reads or changes only the creator of the session.
import * as z from 'zod';
import { created, item, list } from '#lib/foundation/contract/answer.ts';
import { defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { orderIdParameter } from '#lib/money/conversions/schema/address.ts';
import {
  ownDisputeAnswer,
  ownDisputeFilters,
  ownDisputeInput,
} from '#lib/money/disputes/schema/endpoints.ts';
import { ownDiscountAnswer, ownDiscountFilters } from './schema/discounts.ts';
import {
  ownCommissionAnswer,
  ownCommissionFilterSets,
  ownCommissionFilters,
  ownOrderAnswer,
  ownPayoutAnswer,
  ownPayoutFilters,
  statementAnswer,
} from './schema/money.ts';
import {
  balanceAnswer,
  ownStatisticsAnswer,
  ownStatisticsQuery,
  profileAnswer,
  profileChanges,
} from './schema/profile.ts';

const get = { method: 'GET', access: ownCreator } as const;

export const creator = defineRoutes('creator', {
  get: {
    ...get,
    path: '/creator',
    summary: 'Get the own profile',
    description: 'Returns the creator of the session, the brand, and the terms of later orders.',
    answer: item(profileAnswer),
    table: { actions: ['Query'] },
  },
  update: {
    method: 'PATCH',
    path: '/creator',
    summary: 'Update the own profile',
    description: 'Changes the name, profile URL, language or e-mails. The brand changes everything else.',
    access: ownCreator,
    body: profileChanges,
    answer: item(profileAnswer),
    errors: ['affiliate_erased'],
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'] },
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
  listCommissions: {
    ...get,
    path: '/creator/commissions',
    summary: 'List the own commissions',
    description:
      'Returns the newest commission first. With `payoutId`, a page can have fewer than `limit` items.',
    query: ownCommissionFilters,
    filterSets: ownCommissionFilterSets,
    answer: list(ownCommissionAnswer),
    table: { actions: ['Query'], indexes: ['byAffiliate', 'byAffiliateAndStatus'] },
  },
  getCommission: {
    ...get,
    path: '/creator/commissions/{id}',
    summary: 'Get an own commission',
    description: 'Returns the commission with the reason of its status.',
    params: z.strictObject({ id: idSchema('commission') }),
    answer: item(ownCommissionAnswer),
    table: { actions: [] },
  },
  listPayouts: {
    ...get,
    path: '/creator/payouts',
    summary: 'List the own payouts',
    description: 'Returns the newest payout that contains the creator first.',
    query: ownPayoutFilters,
    answer: list(ownPayoutAnswer),
    table: { actions: [], indexes: ['byTime'] },
  },
  getPayout: {
    ...get,
    path: '/creator/payouts/{id}',
    summary: 'Get an own payout',
    description: 'Returns the statement: the payout with the commissions that it pays to the creator.',
    params: z.strictObject({ id: idSchema('payout') }),
    answer: item(statementAnswer),
    table: { actions: [], indexes: ['byAffiliate'] },
  },
  getOrder: {
    ...get,
    path: '/creator/orders/{orderId}',
    summary: 'Explain an order',
    description: 'Says whether the creator earns with an order, or why not, without naming another creator.',
    params: z.strictObject(orderIdParameter.shape),
    answer: item(ownOrderAnswer),
    throttle: 'strict',
    table: { actions: [] },
  },
  listDisputes: {
    ...get,
    path: '/creator/disputes',
    summary: 'List the own disputes',
    description: 'Returns the newest dispute first.',
    query: ownDisputeFilters,
    answer: list(ownDisputeAnswer),
    table: { actions: [], indexes: ['byAffiliate', 'byAffiliateAndStatus'] },
  },
  createDispute: {
    method: 'POST',
    path: '/creator/disputes',
    summary: 'Dispute an order',
    description:
      'Asks the brand about an order or a commission. One open dispute about the same subject is possible.',
    access: ownCreator,
    body: ownDisputeInput,
    answer: created(ownDisputeAnswer),
    errors: ['reference_not_found', 'affiliate_erased', 'dispute_exists'],
    throttle: 'strict',
    table: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'] },
  },
});

// Declares the endpoints of the portal about commissions, payouts and orders. Separate, because their schemas are many.
import * as z from 'zod';
import { item, list } from '#lib/foundation/contract/answer.ts';
import { defineRoutes, ownCreator } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { orderIdParameter } from '#lib/money/conversions/schema/address.ts';
import {
  ownCommissionAnswer,
  ownCommissionFilterSets,
  ownCommissionFilters,
  ownOrderAnswer,
  ownPayoutAnswer,
  ownPayoutFilters,
  statementAnswer,
} from './schema/money.ts';

const get = { method: 'GET', access: ownCreator } as const;

export const creator = defineRoutes('creator', {
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
    description:
      'Says whether the creator earns with an order, or why not, without naming another creator. A number such as `#1001`, which ' +
      'Shopify prints, also finds the order.',
    params: z.strictObject(orderIdParameter.shape),
    answer: item(ownOrderAnswer),
    throttle: 'strict',
    table: { actions: [] },
  },
});

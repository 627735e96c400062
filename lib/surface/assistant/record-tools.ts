// Lists the tools that read the records of the program.
import { commissions } from '#lib/money/commissions/routes.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { customers } from '#lib/money/customers/routes.ts';
import { commissions as decisions } from '#lib/money/decisions/routes.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { fraudFindings } from '#lib/money/fraud/routes.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { refunds, conversions as refundsOfOrder } from '#lib/money/refunds/routes.ts';
import { campaigns as campaignFigures } from '#lib/outlets/figures/routes.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import type { Tool } from './tool.ts';

export const recordTools: readonly Tool[] = [
  {
    name: 'creators',
    title: 'Creators',
    description:
      'Find creators (affiliates) by name, e-mail address, tracking code, external id or status, with their totals. ' +
      'Most other tools need the id of a creator, which this tool finds.',
    actions: { get: affiliates.get, list: affiliates.list },
  },
  {
    name: 'campaigns',
    title: 'Campaigns',
    description: 'Read campaigns, the figures of one campaign in a period, and its member creators.',
    actions: {
      get: campaigns.get,
      figures: campaignFigures.stats,
      members: campaigns.listMembers,
      list: campaigns.list,
    },
  },
  {
    name: 'discount_codes',
    title: 'Discount codes',
    description: 'Read discount codes: whose they are, when they apply and how often they were used.',
    actions: { get: discounts.get, list: discounts.list },
  },
  {
    name: 'orders',
    title: 'Orders',
    description:
      'Read recorded orders (conversions). With the `orderId` of the shop or the `id`, the `receipt` explains who earned the commission, ' +
      'or why nobody did: it lists every candidate and the obstacle of each. Use it for every question why an order did or did not count.',
    actions: {
      get: conversions.get,
      refunds: refundsOfOrder.listRefunds,
      pending_refunds: refunds.list,
      list: conversions.list,
    },
  },
  {
    name: 'commissions',
    title: 'Commissions',
    description:
      'Read commissions: their amount, status (pending, approved, paid, …), the reason of a hold or rejection, and when they become payable. ' +
      '`bulk_decision` returns the progress of a decision about many.',
    actions: { get: commissions.get, list: commissions.list, bulk_decision: decisions.getDecision },
  },
  {
    name: 'customers',
    title: 'Customers',
    description: 'Read which creator has brought a customer, and until when the customer’s orders count.',
    actions: { get: customers.get, list: customers.list },
  },
  {
    name: 'payouts',
    title: 'Payouts',
    description:
      'Read payouts, and the lines of one payout: what each creator receives, and who is excluded and why.',
    actions: { get: payouts.get, lines: payouts.listLines, list: payouts.list },
  },
  {
    name: 'disputes',
    title: 'Disputes',
    description: 'Read the objections of creators to orders and commissions, and what was decided.',
    actions: { get: disputes.get, list: disputes.list },
  },
  {
    name: 'fraud_findings',
    title: 'Fraud findings',
    description: 'Read the orders that match fraud rules of the brand, with the evidence.',
    actions: { get: fraudFindings.get, list: fraudFindings.list },
  },
];

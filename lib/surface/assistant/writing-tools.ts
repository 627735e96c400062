// Lists the tools that write. The first call of each is a dry run.

import { commissions } from '#lib/money/commissions/routes.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { conversions as corrections } from '#lib/money/corrections/routes.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { fraudFindings } from '#lib/money/fraud/routes.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { refunds, conversions as refundsOfOrder } from '#lib/money/refunds/routes.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import {
  brands as brandTerms,
  campaigns as campaignTerms,
  affiliates as creatorTerms,
  groups,
} from '#lib/program/terms/routes.ts';
import type { Tool } from './tool.ts';

export const writingTools: readonly Tool[] = [
  {
    name: 'change_creator',
    title: 'Change a creator',
    description:
      'Invite a creator by e-mail address, or update one: name, status, rate, external id and so on.',
    actions: { update: affiliates.update, invite: affiliates.invite },
  },
  {
    name: 'change_campaign',
    title: 'Change a campaign',
    description: 'Create or update a campaign, and add creators to it or remove them.',
    actions: {
      add_member: campaigns.addMember,
      remove_member: campaigns.removeMember,
      update: campaigns.update,
      create: campaigns.create,
    },
  },
  {
    name: 'change_discount_code',
    title: 'Change a discount code',
    description: 'Create a discount code for a creator, or update one.',
    actions: { update: discounts.update, create: discounts.create },
  },
  {
    name: 'record_order',
    title: 'Record an order',
    description:
      'Record an order of the shop with its amount, code or click. The receipt in the answer explains who earns.',
    actions: { record: conversions.create },
  },
  {
    name: 'correct_order',
    title: 'Correct an order',
    description:
      'Correct a recorded order, found by the `orderId` of the shop or its `id`: refund it in part or completely, reverse a refund, cancel it, ' +
      'update its data, or choose who earns (`attribution`; null for nobody).',
    actions: {
      reverse_refund: refunds.reverse,
      refund: refundsOfOrder.refund,
      cancel: corrections.cancel,
      attribution: corrections.attribute,
      update: corrections.update,
    },
  },
  {
    name: 'change_commission',
    title: 'Change a commission',
    description: 'Approve or reject a commission, restore a rejected one, or reopen an approved one.',
    actions: {
      approve: commissions.approve,
      reject: commissions.reject,
      restore: commissions.restore,
      reopen: commissions.reopen,
    },
  },
  {
    name: 'create_bonus',
    title: 'Create a bonus or deduction',
    description: 'Give a creator a bonus, or deduct an amount, with a reason that the creator can read.',
    actions: { create: commissions.create },
  },
  {
    name: 'change_payout',
    title: 'Change a payout',
    description:
      'Create a payout of all approved commissions, mark it as paid or cancel it (`update`), mark one line as paid or failed, or reopen it. ' +
      'This service sends no money: mark a payout as paid after the bank has paid it.',
    actions: {
      update_line: payouts.updateLine,
      update: payouts.update,
      reopen: payouts.reopen,
      create: payouts.create,
    },
  },
  {
    name: 'decide_dispute',
    title: 'Decide a dispute',
    description: 'Accept, reject or withdraw a dispute, or open one for a creator.',
    actions: {
      accept: disputes.accept,
      reject: disputes.reject,
      withdraw: disputes.withdraw,
      open: disputes.create,
    },
  },
  {
    name: 'decide_fraud_finding',
    title: 'Decide a fraud finding',
    description: 'Dismiss a fraud finding, or confirm it, which rejects the commission.',
    actions: { decide: fraudFindings.decide },
  },
  {
    name: 'change_terms',
    title: 'Change terms',
    description:
      'Set the terms of the brand, a campaign, a group or a creator. They apply to later orders and replace the former terms, so read those ' +
      'first, and simulate the new ones.',
    actions: {
      campaign: campaignTerms.setTerms,
      group: groups.setTerms,
      creator: creatorTerms.setTerms,
      brand: brandTerms.setTerms,
    },
  },
  {
    name: 'simulate_terms',
    title: 'Simulate terms',
    description:
      'Calculate what creators would have earned with other terms. Changes nothing but stores the result for a while.',
    actions: { simulate: simulations.create },
  },
];

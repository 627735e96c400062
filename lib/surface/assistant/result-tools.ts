// Lists the tools that read results, terms, and the account.
import { billing } from '#lib/access/billing/routes.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { exchangeRates } from '#lib/money/exchange-rates/routes.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { reports, tracking } from '#lib/outlets/figures/routes.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import {
  brands as brandTerms,
  campaigns as campaignTerms,
  affiliates as creatorTerms,
  groups,
} from '#lib/program/terms/routes.ts';
import { audit, events } from '#lib/record/events/routes.ts';
import type { Tool } from './tool.ts';

export const resultTools: readonly Tool[] = [
  {
    name: 'reports',
    title: 'Reports',
    description:
      'Answer questions about results. `performance`: clicks, orders, revenue and commissions of a period, grouped by day, week, month, creator, ' +
      'campaign or code. For “who earned most last month”, group by `affiliate`, sort by commissions, and send the first and the last day of the month. ' +
      '`top_creators`: the most successful creators of all time. `payables`: how much is owed to whom.',
    actions: {
      top_creators: reports.topCreators,
      performance: reports.performance,
      payables: reports.payables,
    },
  },
  {
    name: 'clicks',
    title: 'Clicks',
    description: 'Read how many clicks and visitors tracking links had on each day.',
    actions: { statistics: tracking.statistics },
  },
  {
    name: 'terms',
    title: 'Terms',
    description:
      'Read the terms that decide what creators earn: those of the brand, of a campaign, of a group of creators, or of one creator.',
    actions: {
      brand: brandTerms.getTerms,
      campaign: campaignTerms.getTerms,
      group: groups.getTerms,
      creator: creatorTerms.getTerms,
    },
  },
  {
    name: 'simulations',
    title: 'Simulations',
    description: 'Read the result of a simulation of other terms, for the whole program or for each creator.',
    actions: { get: simulations.get, creators: simulations.listCreators },
  },
  {
    name: 'events',
    title: 'Events',
    description:
      'Read what happened and who did it. `list` follows all events of the program, `get` returns one, and `audit` searches the audit trail ' +
      'by actor, resource and time.',
    actions: { get: events.get, list: events.list, audit: audit.list },
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    description: 'Read webhook endpoints, and the deliveries of one endpoint with their attempts and errors.',
    actions: {
      delivery: webhooks.getDelivery,
      get: webhooks.get,
      deliveries: webhooks.listDeliveries,
      list: webhooks.list,
    },
  },
  {
    name: 'account',
    title: 'Account',
    description:
      'Read the settings of the brand, its subscription, the usage of its plan, and its exchange rates.',
    actions: {
      settings: brands.get,
      subscription: billing.get,
      usage: billing.usage,
      exchange_rates: exchangeRates.list,
    },
  },
];

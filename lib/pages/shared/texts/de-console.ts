// The German texts that only the console has, by page.
import * as account from './de/account.ts';
import { audit } from './de/audit.ts';
import { campaigns } from './de/campaigns.ts';
import { codes } from './de/codes.ts';
import { commissions } from './de/commissions.ts';
import { comparisons } from './de/comparisons.ts';
import { connections } from './de/connections.ts';
import { creators, input, many, performance } from './de/creators.ts';
import { disputes } from './de/disputes.ts';
import { exchangeRates } from './de/exchange-rates.ts';
import { frame } from './de/frame.ts';
import { fraud } from './de/fraud.ts';
import { imports } from './de/imports.ts';
import { linkDomain } from './de/link-domain.ts';
import { links } from './de/links.ts';
import { orders } from './de/orders.ts';
import * as outreach from './de/outreach.ts';
import { overview } from './de/overview.ts';
import * as payments from './de/payments.ts';
import { payouts } from './de/payouts.ts';
import { receipts } from './de/receipts.ts';
import * as record from './de/record.ts';
import * as reports from './de/reports.ts';
import * as settings from './de/settings.ts';
import { terms } from './de/terms.ts';
import type { en } from './en-console.ts';

export const de: typeof en = {
  ...{
    commissions,
    disputes,
    frame,
    overview,
    payouts,
    campaigns,
    codes,
    creators,
    imports,
    input,
    links,
    many,
    orders,
    performance,
    receipts,
    audit,
    comparisons,
    connections,
    exchangeRates,
    fraud,
    linkDomain,
    terms,
  },
  ...account,
  ...outreach,
  ...payments,
  ...record,
  ...reports,
  ...settings,
};

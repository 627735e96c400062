// The English texts that only the console has, by page.
import * as account from './en/account.ts';
import { audit } from './en/audit.ts';
import { campaigns } from './en/campaigns.ts';
import { codes } from './en/codes.ts';
import { commissions } from './en/commissions.ts';
import { comparisons } from './en/comparisons.ts';
import { connections } from './en/connections.ts';
import { creators, input, many, performance } from './en/creators.ts';
import { disputes } from './en/disputes.ts';
import { exchangeRates } from './en/exchange-rates.ts';
import { frame } from './en/frame.ts';
import { fraud } from './en/fraud.ts';
import { imports } from './en/imports.ts';
import { linkDomain } from './en/link-domain.ts';
import { links } from './en/links.ts';
import { orders } from './en/orders.ts';
import * as outreach from './en/outreach.ts';
import { overview } from './en/overview.ts';
import * as payments from './en/payments.ts';
import { payouts } from './en/payouts.ts';
import { receipts } from './en/receipts.ts';
import * as record from './en/record.ts';
import * as reports from './en/reports.ts';
import * as settings from './en/settings.ts';
import { terms } from './en/terms.ts';

export const en = {
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

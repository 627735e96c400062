// The German texts of all pages, by page.
import * as account from './de/account.ts';
import { audit } from './de/audit.ts';
import { campaigns } from './de/campaigns.ts';
import { codes } from './de/codes.ts';
import { commissions } from './de/commissions.ts';
import { common } from './de/common.ts';
import { comparisons } from './de/comparisons.ts';
import { connections } from './de/connections.ts';
import { creators, input, many, performance } from './de/creators.ts';
import { disputes } from './de/disputes.ts';
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
import { portal } from './de/portal.ts';
import { portalDetails } from './de/portal-details.ts';
import { portalLinks } from './de/portal-links.ts';
import { portalMoney } from './de/portal-money.ts';
import { portalPublic } from './de/portal-public.ts';
import { reasons } from './de/reasons.ts';
import { receipts } from './de/receipts.ts';
import * as record from './de/record.ts';
import * as reports from './de/reports.ts';
import * as settings from './de/settings.ts';
import { signIn } from './de/sign-in.ts';
import { terms } from './de/terms.ts';
import type { en } from './en.ts';

export const de: typeof en = {
  ...{
    commissions,
    common,
    disputes,
    frame,
    overview,
    payouts,
    portal,
    portalDetails,
    portalLinks,
    portalMoney,
  },
  ...{ campaigns, codes, creators, imports, input, links, many, orders, performance, reasons, receipts },
  ...{ audit, comparisons, connections, fraud, linkDomain, portalPublic, signIn, terms },
  ...account,
  ...outreach,
  ...payments,
  ...record,
  ...reports,
  ...settings,
};

// The English texts of all pages, by page.
import * as account from './en/account.ts';
import { audit } from './en/audit.ts';
import { campaigns } from './en/campaigns.ts';
import { codes } from './en/codes.ts';
import { commissions } from './en/commissions.ts';
import { common } from './en/common.ts';
import { comparisons } from './en/comparisons.ts';
import { connections } from './en/connections.ts';
import { creators, input, many, performance } from './en/creators.ts';
import { disputes } from './en/disputes.ts';
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
import { portal } from './en/portal.ts';
import { portalDetails } from './en/portal-details.ts';
import { portalLinks } from './en/portal-links.ts';
import { portalMoney } from './en/portal-money.ts';
import { portalPublic } from './en/portal-public.ts';
import { reasons } from './en/reasons.ts';
import { receipts } from './en/receipts.ts';
import * as record from './en/record.ts';
import * as reports from './en/reports.ts';
import * as settings from './en/settings.ts';
import { signIn } from './en/sign-in.ts';
import { terms } from './en/terms.ts';

export const en = {
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

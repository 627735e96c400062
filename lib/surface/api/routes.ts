// Lists all routes. The deployment, the local gateway, the OpenAPI document and the tests use this list.

import { apiKeys } from '#lib/access/api-keys/routes.ts';
import { auth } from '#lib/access/auth/routes.ts';
import { billing } from '#lib/access/billing/routes.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { secondFactor } from '#lib/access/second-factor/routes.ts';
import { testMode } from '#lib/access/test-mode/routes.ts';
import { users } from '#lib/access/users/routes.ts';
import {
  creator as creatorErasure,
  customers as customerErasure,
  privacy,
} from '#lib/care/privacy/routes.ts';
import { links, creator as ownLinks } from '#lib/clicks/links/routes.ts';
import { tracking } from '#lib/clicks/tracking/routes.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import { conversions as attributions } from '#lib/money/attributions/routes.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { conversions as corrections } from '#lib/money/corrections/routes.ts';
import { customers } from '#lib/money/customers/routes.ts';
import { commissions as bulkDecisions } from '#lib/money/decisions/routes.ts';
import { disputes, creator as ownDisputes } from '#lib/money/disputes/routes.ts';
import { exchangeRates } from '#lib/money/exchange-rates/routes.ts';
import { fraudFindings } from '#lib/money/fraud/routes.ts';
import { creator as ownPayoutDetails, payoutDetails } from '#lib/money/payment-details/routes.ts';
import { reports as paymentReports, payouts as payoutFiles } from '#lib/money/payout-files/routes.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { conversions as conversionRefunds, refunds } from '#lib/money/refunds/routes.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { creator as creatorEarnings } from '#lib/outlets/creator-earnings/routes.ts';
import { mails, affiliates as mailsOfAffiliates } from '#lib/outlets/creator-mails/routes.ts';
import { creator as creatorPortal } from '#lib/outlets/creator-portal/routes.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import {
  campaigns as campaignStatistics,
  tracking as clickStatistics,
  reports,
} from '#lib/outlets/figures/routes.ts';
import { imports } from '#lib/outlets/imports/routes.ts';
import { webhooks } from '#lib/outlets/webhooks/routes.ts';
import { affiliates } from '#lib/program/affiliates/routes.ts';
import { programs } from '#lib/program/applications/routes.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import {
  creator as creatorSessions,
  affiliates as portalSessions,
} from '#lib/program/creator-sessions/routes.ts';
import { discounts } from '#lib/program/discounts/routes.ts';
import {
  groups,
  affiliates as termsOfAffiliates,
  brands as termsOfBrands,
  campaigns as termsOfCampaigns,
} from '#lib/program/terms/routes.ts';
import { audit, events } from '#lib/record/events/routes.ts';
import { reconciliations } from '#lib/shops/comparisons/routes.ts';
import { connections } from '#lib/shops/connections/routes.ts';
import { assistant, service } from '#lib/surface/service/routes.ts';
import { pageFunctions } from './page-functions.ts';

export const routes: readonly Route[] = [
  auth,
  apiKeys,
  secondFactor,
  users,
  brands,
  termsOfBrands,
  exchangeRates,
  affiliates,
  termsOfAffiliates,
  mailsOfAffiliates,
  portalSessions,
  creatorSessions,
  payoutDetails,
  imports,
  programs,
  groups,
  campaigns,
  termsOfCampaigns,
  campaignStatistics,
  discounts,
  links,
  clickStatistics,
  tracking,
  billing,
  conversions,
  corrections,
  attributions,
  conversionRefunds,
  refunds,
  customers,
  connections,
  reconciliations,
  commissions,
  bulkDecisions,
  disputes,
  fraudFindings,
  payouts,
  payoutFiles,
  simulations,
  reports,
  paymentReports,
  exports,
  events,
  webhooks,
  mails,
  audit,
  privacy,
  customerErasure,
  creatorPortal,
  ownLinks,
  creatorEarnings,
  ownDisputes,
  ownPayoutDetails,
  creatorErasure,
  testMode,
  assistant,
  service,
].flatMap((domain): Route[] => Object.values(domain));

export const handlerFile = ({ name }: Pick<Route, 'name'>): string =>
  `${name.split('.').map(toKebabCase).join('/')}.ts`;

export const fallbackFile = 'service/fallback.ts';

/** Lists the functions behind the gateway. */
export const gatewayFiles: readonly string[] = [
  ...routes.map(handlerFile),
  fallbackFile,
  ...pageFunctions.map(({ file }) => file),
];

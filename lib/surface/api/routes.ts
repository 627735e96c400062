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
import { tracking } from '#lib/clicks/tracking/routes.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import { conversions as attributions } from '#lib/money/attributions/routes.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { conversions as corrections } from '#lib/money/corrections/routes.ts';
import { customers } from '#lib/money/customers/routes.ts';
import { commissions as bulkDecisions } from '#lib/money/decisions/routes.ts';
import { disputes } from '#lib/money/disputes/routes.ts';
import { exchangeRates } from '#lib/money/exchange-rates/routes.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { conversions as conversionRefunds, refunds } from '#lib/money/refunds/routes.ts';
import { simulations } from '#lib/money/simulations/routes.ts';
import { creator as creatorPortal } from '#lib/outlets/creator-portal/routes.ts';
import { exports } from '#lib/outlets/exports/routes.ts';
import {
  campaigns as campaignStatistics,
  tracking as clickStatistics,
  reports,
} from '#lib/outlets/figures/routes.ts';
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
import { assistant, service } from '#lib/surface/service/routes.ts';

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
  portalSessions,
  creatorSessions,
  programs,
  groups,
  campaigns,
  termsOfCampaigns,
  campaignStatistics,
  discounts,
  clickStatistics,
  tracking,
  billing,
  conversions,
  corrections,
  attributions,
  conversionRefunds,
  refunds,
  customers,
  commissions,
  bulkDecisions,
  disputes,
  payouts,
  simulations,
  reports,
  exports,
  events,
  webhooks,
  audit,
  privacy,
  customerErasure,
  creatorPortal,
  creatorErasure,
  testMode,
  assistant,
  service,
].flatMap((domain): Route[] => Object.values(domain));

export const handlerFile = ({ name }: Pick<Route, 'name'>): string =>
  `${name.split('.').map(toKebabCase).join('/')}.ts`;

export const fallbackFile = 'service/fallback.ts';

export interface PageFunction {
  readonly file: string;
  readonly description: string;
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** The function has sessions of people, and calls the API for them. */
  readonly hasSessions: boolean;
}

export const pagesFile = 'service/pages.ts';

const areaMethods = ['GET', 'HEAD', 'POST'];

/** The functions that serve pages for people, which are no operations of the API: docs/decisions/0161 and 0166. */
export const pageFunctions: readonly PageFunction[] = [
  {
    file: pagesFile,
    description: 'Show pages for people',
    paths: ['/', '/docs', '/v1/docs', '/v1/docs/{page}'],
    methods: ['GET', 'HEAD'],
    hasSessions: false,
  },
  {
    file: 'pages/console.ts',
    description: 'Show the console of managers',
    paths: ['/console', '/console/{proxy+}'],
    methods: areaMethods,
    hasSessions: true,
  },
  {
    file: 'pages/portal.ts',
    description: 'Show the portal of creators',
    paths: ['/creators/{proxy+}'],
    methods: areaMethods,
    hasSessions: true,
  },
];

export const pageRouteKeysOf = ({ paths, methods }: PageFunction): readonly string[] =>
  paths.flatMap((path) => methods.map((method) => `${method} ${path}`));

/** Lists the functions behind the gateway. */
export const gatewayFiles: readonly string[] = [
  ...routes.map(handlerFile),
  fallbackFile,
  ...pageFunctions.map(({ file }) => file),
];

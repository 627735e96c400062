// Lists all routes. The deployment, the local gateway, the OpenAPI document and the tests use this list.
import { affiliates } from '#lib/affiliates/routes.ts';
import { apiKeys } from '#lib/api-keys/routes.ts';
import { auth } from '#lib/auth/routes.ts';
import { billing } from '#lib/billing/routes.ts';
import { brands } from '#lib/brands/routes.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { commissions } from '#lib/commissions/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { audit, events } from '#lib/events/routes.ts';
import { exports } from '#lib/exports/routes.ts';
import {
  campaigns as campaignStatistics,
  tracking as clickStatistics,
  reports,
} from '#lib/figures/routes.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { customers, privacy } from '#lib/privacy/routes.ts';
import { secondFactor } from '#lib/second-factor/routes.ts';
import { service } from '#lib/service/routes.ts';
import { toKebabCase } from '#lib/shared/text.ts';
import { testMode } from '#lib/test-mode/routes.ts';
import { tracking } from '#lib/tracking/routes.ts';
import { users } from '#lib/users/routes.ts';
import { webhooks } from '#lib/webhooks/routes.ts';

export const routes: readonly Route[] = [
  auth,
  apiKeys,
  secondFactor,
  users,
  brands,
  affiliates,
  campaigns,
  campaignStatistics,
  discounts,
  clickStatistics,
  tracking,
  billing,
  conversions,
  commissions,
  payouts,
  reports,
  exports,
  events,
  webhooks,
  audit,
  privacy,
  customers,
  testMode,
  service,
].flatMap((domain): Route[] => Object.values(domain));

export const handlerFile = ({ name }: Pick<Route, 'name'>): string =>
  `${name.split('.').map(toKebabCase).join('/')}.ts`;

export const fallbackFile = 'service/fallback.ts';

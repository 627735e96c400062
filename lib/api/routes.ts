// All endpoints there are. Deployment, gateway, document and tests go over this table; nothing lists them a second time.
import { affiliates } from '#lib/affiliates/routes.ts';
import { auth } from '#lib/auth/routes.ts';
import { billing } from '#lib/billing/routes.ts';
import { campaigns } from '#lib/campaigns/routes.ts';
import { commissions } from '#lib/commissions/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { conversions } from '#lib/conversions/routes.ts';
import { discounts } from '#lib/discounts/routes.ts';
import { payouts } from '#lib/payouts/routes.ts';
import { service } from '#lib/service/routes.ts';
import { toKebabCase } from '#lib/shared/text.ts';
import { tracking } from '#lib/tracking/routes.ts';

/** In the order of the documentation. */
export const routes: readonly Route[] = [
  auth,
  affiliates,
  campaigns,
  discounts,
  tracking,
  billing,
  conversions,
  commissions,
  payouts,
  service,
].flatMap((domain): Route[] => Object.values(domain));

/** The file of a route's handler, below functions/: `affiliates.invite` → `affiliates/invite.ts`. */
export const handlerFile = ({ name }: Pick<Route, 'name'>): string =>
  `${name.split('.').map(toKebabCase).join('/')}.ts`;

/** Answers whatever no route does: 404 for a path, 405 for a method. The gateway's `$default`. */
export const fallbackFile = 'service/fallback.ts';

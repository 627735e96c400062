// Builds requests from the contract, for tests of every endpoint.

import type { Route, TableAction } from '#lib/foundation/contract/route.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { routes } from '#lib/surface/api/routes.ts';

/** Only a creator with a session may call the endpoint. */
export const isForCreators = ({ access }: Route): boolean =>
  access !== 'public' && access.roles.includes('creator');

const writingActions: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

export const writingRoutes = routes.filter(({ table }) =>
  table.actions.some((action) => writingActions.includes(action)),
);

const someTime = new Date('2026-03-01T09:30:00Z');

const unknown: Readonly<Record<string, (route: Route) => string>> = {
  id: (route) => unknownIdOf(route),
  affiliateId: () => newId('affiliate', someTime),
  code: () => 'no-such-code',
  externalId: () => 'no-such-external-id',
  group: () => 'no-such-group',
  reconciliationId: () => newId('reconciliation', someTime),
  deliveryId: () => newId('delivery', someTime),
  customerId: () => 'no-such-customer',
  refundId: () => 'no-such-refund',
  currency: () => 'CHF',
  slug: () => 'no-such-brand',
  orderId: () => 'no-such-order',
  format: () => 'general',
};

const kindsOfId = {
  apiKeys: 'apiKey',
  affiliates: 'affiliate',
  campaigns: 'campaign',
  discounts: 'discount',
  links: 'link',
  'commissions.getDecision': 'decision',
  commissions: 'commission',
  conversions: 'conversion',
  refunds: 'conversion',
  disputes: 'dispute',
  fraudFindings: 'fraudFinding',
  'creator.getCommission': 'commission',
  'creator.getPayout': 'payout',
  'creator.getLink': 'link',
  'creator.updateLink': 'link',
  'creator.deleteLink': 'link',
  payoutDetails: 'affiliate',
  payouts: 'payout',
  exports: 'export',
  imports: 'import',
  simulations: 'simulation',
  events: 'event',
  users: 'user',
  webhooks: 'webhookEndpoint',
  connections: 'connection',
  reconciliations: 'connection',
  'privacy.getErasure': 'erasure',
  privacy: 'affiliate',
} as const;

export function kindOfId({ name }: Route): (typeof kindsOfId)[keyof typeof kindsOfId] {
  const domain = name.split('.')[0] ?? '';
  const kind = Object.entries(kindsOfId).find(([candidate]) => [name, domain].includes(candidate))?.[1];
  if (kind === undefined) throw new Error(`Add the kind of {id} in ${name} to test/support/requests.ts`);
  return kind;
}

const unknownIdOf = (route: Route): string => newId(kindOfId(route), someTime);

export const parametersOf = ({ path }: Route): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Fills in the path parameters of a route. Missing values default to ids of items that do not exist. */
export const pathOf = (route: Route, values: Readonly<Record<string, string>> = {}): string =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? unknown[name]?.(route);
    if (value === undefined) throw new Error(`Add a value for {${name}} to test/support/requests.ts`);
    return value;
  });

export interface TestItems {
  readonly apiKey: { readonly id: string };
  readonly affiliate: { readonly id: string; readonly trackingCode: string };
  readonly campaign: { readonly id: string };
  readonly discount: { readonly id: string };
  readonly link: { readonly id: string };
  readonly commission: { readonly id: string };
  readonly conversion: { readonly id: string };
  readonly decision: { readonly id: string };
  readonly dispute: { readonly id: string };
  readonly fraudFinding: { readonly id: string };
  readonly payout: { readonly id: string };
  readonly simulation: { readonly id: string };
  readonly export: { readonly id: string };
  readonly import: { readonly id: string };
  readonly connection: { readonly id: string };
  readonly reconciliation: { readonly id: string };
  readonly user: { readonly id: string };
  readonly webhookEndpoint: { readonly id: string };
  readonly delivery: { readonly id: string };
  readonly event: { readonly id: string };
  readonly erasure: { readonly id: string };
  readonly customer: { readonly id: string };
  readonly refund: { readonly id: string };
}

/** The kind of item that a path parameter identifies. A tracking code identifies a creator. */
export function kindOfParameter(route: Route, name: string): keyof TestItems {
  if (name === 'customerId') return 'customer';
  if (name === 'refundId') return 'refund';
  if (name === 'deliveryId') return 'delivery';
  if (name === 'reconciliationId') return 'reconciliation';
  return name === 'code' || name === 'affiliateId' ? 'affiliate' : kindOfId(route);
}

/** A client chooses external ids, currencies and the names of groups, so an endpoint with one in its path needs no item. */
export const findsByOwnId = (route: Route): boolean =>
  !parametersOf(route).some((name) =>
    ['externalId', 'currency', 'group', 'format', 'slug', 'orderId'].includes(name),
  );

function valueIn(route: Route, name: string, things: TestItems): string {
  if (name === 'currency') return 'CHF';
  if (name === 'format') return 'general';
  return name === 'code' ? things.affiliate.trackingCode : things[kindOfParameter(route, name)].id;
}

export const parametersIn = (route: Route, things: TestItems): Record<string, string> =>
  Object.fromEntries(parametersOf(route).map((name) => [name, valueIn(route, name, things)]));

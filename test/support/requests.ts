// Requests made from the contract: for the tests that go over every endpoint.

import { routes } from '#lib/api/routes.ts';
import type { Route, TableAction } from '#lib/contract/route.ts';
import { newId } from '#lib/shared/ids.ts';

const writingActions: readonly TableAction[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** The routes that write to the table, whatever their method. */
export const writingRoutes = routes.filter(({ table }) =>
  table.actions.some((action) => writingActions.includes(action)),
);

const someTime = new Date('2026-03-01T09:30:00Z');

/** What stands in a path for each of its parameters, of things that do not exist. */
const unknown: Readonly<Record<string, (route: Route) => string>> = {
  id: (route) => unknownIdOf(route),
  affiliateId: () => newId('affiliate', someTime),
  code: () => 'no-such-code',
};

const kindsOfId = {
  affiliates: 'affiliate',
  campaigns: 'campaign',
  discounts: 'discount',
  commissions: 'commission',
  conversions: 'conversion',
  payouts: 'payout',
} as const;

/** The kind of thing that `{id}` names in a route of this domain. */
export function kindOfId({ name }: Route): (typeof kindsOfId)[keyof typeof kindsOfId] {
  const domain = name.split('.')[0] ?? '';
  const kind = Object.entries(kindsOfId).find(([candidate]) => candidate === domain)?.[1];
  if (kind === undefined) throw new Error(`Say in test/support/requests.ts what {id} names in ${name}`);
  return kind;
}

const unknownIdOf = (route: Route): string => newId(kindOfId(route), someTime);

export const parametersOf = ({ path }: Route): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The route's path with these values in the place of its parameters, and unknown ones for those not given. */
export const pathOf = (route: Route, values: Readonly<Record<string, string>> = {}): string =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? unknown[name]?.(route);
    if (value === undefined) throw new Error(`Say in test/support/requests.ts what {${name}} may be`);
    return value;
  });

/** One of everything that a path can name. */
export interface Things {
  readonly affiliate: { readonly id: string; readonly trackingCode: string };
  readonly campaign: { readonly id: string };
  readonly discount: { readonly id: string };
  readonly commission: { readonly id: string };
  readonly conversion: { readonly id: string };
  readonly payout: { readonly id: string };
}

/** What kind of thing a parameter of a route names; a tracking code names its creator. */
export const kindOfParameter = (route: Route, name: string): keyof Things =>
  name === 'code' || name === 'affiliateId' ? 'affiliate' : kindOfId(route);

/** What stands in a route's path for each of its parameters, of these things. */
export const parametersIn = (route: Route, things: Things): Record<string, string> =>
  Object.fromEntries(
    parametersOf(route).map((name) => [
      name,
      name === 'code' ? things.affiliate.trackingCode : things[kindOfParameter(route, name)].id,
    ]),
  );

// What an endpoint is, as data. No SDK here: the deployment reads it, too.
import type * as z from 'zod';
import type { IndexName } from '#lib/table/keys/keys.ts';
import type { Answer } from './answer.ts';
import type { Role } from './role.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anyone, or the roles named; `plan: 'any'` also lets those in whose plan has no API access. */
export type Access = 'public' | { readonly roles: readonly Role[]; readonly plan: 'api' | 'any' };

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** What the endpoint does to the table beyond authenticating: its IAM policy is made from it. */
export interface TableAccess {
  readonly actions: readonly TableAction[];
  readonly indexes?: readonly IndexName[];
}

/**
 * How many requests a second the gateway lets through to an endpoint, from all callers together: `tight` where one
 * request costs much or guesses something, `wide` where crowds come. The numbers are those of the stage.
 */
export type Throttle = 'tight' | 'ordinary' | 'wide';

export interface RouteShape {
  readonly method: Method;
  /** Below `/v1`, parameters in braces: `/affiliates/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: Answer;
  readonly table: TableAccess;
  /** The endpoint is also reached by HEAD, as its own route to the same function. */
  readonly head?: true;
  /** A state, or a value that is taken, can stand in its way: 409. */
  readonly conflicts?: true;
  /** `ordinary` without it. */
  readonly throttle?: Throttle;
  /** Does it sign tokens, or verify them (every endpoint that is not public does), or neither. */
  readonly signsTokens?: true;
}

export type Route = RouteShape & { readonly name: string };

export const methodsOf = ({ method, head }: Pick<Route, 'method' | 'head'>): readonly string[] =>
  head ? [method, 'HEAD'] : [method];

/** The prefix of all paths. */
export const basePath = '/v1';

/** The gateway's names of a route, such as `GET /v1/health`. */
export const routeKeysOf = (route: Pick<Route, 'method' | 'head' | 'path'>): readonly string[] =>
  methodsOf(route).map((method) => `${method} ${basePath}${route.path}`);

/** Every POST of a brand, but those of sessions: what they answer is a secret, which is not stored, and works but once. */
export const takesIdempotencyKey = ({ method, access, name }: Pick<Route, 'method' | 'access' | 'name'>) =>
  method === 'POST' && access !== 'public' && !name.startsWith('auth.');

/**
 * All that an endpoint does to the table: besides its own access, one that is not public reads who is calling, and one that
 * takes an idempotency key keeps what it says of it.
 */
export function tableAccessOf(route: Pick<Route, 'access' | 'table' | 'method' | 'name'>): TableAccess {
  const { access, table } = route;
  if (access === 'public') return table;
  const besides: readonly TableAction[] = takesIdempotencyKey(route)
    ? ['BatchGetItem', 'UpdateItem']
    : ['BatchGetItem'];
  return { ...table, actions: [...new Set([...table.actions, ...besides])] };
}

/** Tokens are verified by every endpoint that is not public, and signed by some that are. */
export const usesSigningKeys = ({ access, signsTokens }: Pick<Route, 'access' | 'signsTokens'>): boolean =>
  access !== 'public' || signsTokens === true;

type Named<Domain extends string, Shapes> = {
  readonly [Key in keyof Shapes]: Shapes[Key] & { readonly name: `${Domain}.${Key & string}` };
};

/** The routes of one domain, each with its name: `affiliates.invite` is handled in functions/affiliates/invite.ts. */
export function defineRoutes<Domain extends string, const Shapes extends Record<string, RouteShape>>(
  domain: Domain,
  shapes: Shapes,
): Named<Domain, Shapes> {
  const named = Object.entries(shapes).map(([key, shape]) => [key, { ...shape, name: `${domain}.${key}` }]);
  return Object.fromEntries(named);
}

/** Any user of a brand whose plan has API access. */
export const anyRole = { roles: ['admin', 'member'], plan: 'api' } as const satisfies Access;
export const adminOnly = { roles: ['admin'], plan: 'api' } as const satisfies Access;
/** Any user of any brand, whatever its plan. */
export const anyPlan = { roles: ['admin', 'member'], plan: 'any' } as const satisfies Access;

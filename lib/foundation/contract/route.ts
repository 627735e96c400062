// Declares endpoints as data. This file must not import an SDK, because the deployment reads it.
import type * as z from 'zod';
import type { ErrorCode } from '#lib/foundation/shared/error-codes.ts';
import type { GuardedPartition } from '#lib/foundation/table/keys/guarded-partitions.ts';
import type { IndexName } from '#lib/foundation/table/keys/indexes.ts';
import type { Answer } from './answer.ts';
import type { FieldScopes } from './content-scopes.ts';
import type { Conventions } from './conventions.ts';
import type { FilterSets } from './filter-sets.ts';
import { type OtherPath, pathsOf } from './other-path.ts';
import type { CallerRole } from './role.ts';
import type { Scope } from './scope.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `plan: 'any'` also admits brands whose plan has no API access. */
export type Access = 'public' | { readonly roles: readonly CallerRole[]; readonly plan: 'api' | 'any' };

export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** The IAM policy of the endpoint grants only these operations, and those that authentication and idempotency keys need. */
export interface TableAccess {
  readonly actions: readonly TableAction[];
  readonly indexes?: readonly IndexName[];
  /** The guarded partitions that the function uses. All others are denied, and those that are only read cannot be written. */
  readonly guarded?: GuardedAccess;
}

/** `write` includes reads. */
export type GuardedAccess = { readonly [Name in GuardedPartition]?: 'read' | 'write' };

/** The rate limit that all callers share: `strict` for expensive requests and guessable secrets, `high` for public traffic. */
export type Throttle = 'strict' | 'standard' | 'high';

interface RouteShape extends Conventions {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The scope that an API key needs; `any` admits every key. Without a scope, the endpoint is only for people with a session. */
  readonly scope?: Scope | 'any';
  /** Further scopes that an API key needs, because the response contains data of other areas. */
  readonly contentScopes?: readonly Scope[];
  /** The field that selects data of other areas. */
  readonly fieldScopes?: FieldScopes;
  readonly params?: z.ZodObject;
  readonly alsoAt?: OtherPath;
  readonly query?: z.ZodObject;
  /** The combinations of filters that a list supports. */
  readonly filterSets?: FilterSets;
  readonly body?: z.ZodType;
  readonly answer: Answer;
  readonly table: TableAccess;
  readonly head?: true;
  /** The error codes of its handler. Those of the checks before the handler follow from the rest: lib/surface/api/error-codes.ts. */
  readonly errors?: readonly ErrorCode[];
  /** The error codes that the failed items of a batch can have. */
  readonly itemErrors?: readonly ErrorCode[];
  /** Fields of the body that change a rate. A brand can reserve them for admins. */
  readonly rateFields?: readonly string[];
  readonly throttle?: Throttle;
  /** The function reads the files of exports and imports, or creates links to them, or stores one. */
  readonly files?: 'read' | 'write';
  /** The function reads private keys, or the key of payment details. */
  readonly signsTokens?: true;
  readonly readsPaymentKey?: true;
  /** The function reads which domains of links the stage serves. */
  readonly readsLinkDomains?: true;
  /**
   * How the endpoint treats the header `x-mode` and test keys. By default, it uses the data of the mode. An endpoint of the account, such
   * as the users, has no test data: it refuses test mode, or ignores the header if every client must be able to call it.
   */
  readonly testMode?: 'refused' | 'ignored';
  /** Takes access away, protects the account or erases personal data, so no limit of requests refuses it. */
  readonly ignoresRequestLimit?: true;
  /** Users without the second factor that their brand requires may call the endpoint. */
  readonly allowsMissingSecondFactor?: true;
  /** Also accepts a token that was refreshed in the last seconds, so that a logout wins against a concurrent refresh. */
  readonly acceptsReplacedToken?: true;
}

export type Route = RouteShape & { readonly name: string };

export const methodsOf = ({ method, head }: Pick<Route, 'method' | 'head'>): readonly string[] =>
  head ? [method, 'HEAD'] : [method];

export const hasTestMode = ({ access, testMode }: Pick<Route, 'access' | 'testMode'>): boolean =>
  access !== 'public' && testMode === undefined;

/** A read does not need the test twin: before the first change, the test data is empty. */
export const createsTestTwin = (route: Pick<Route, 'access' | 'testMode' | 'method'>): boolean =>
  hasTestMode(route) && route.method !== 'GET';

export const basePath = '/v1';

export const routeKeysOf = (route: Pick<Route, 'method' | 'head' | 'path' | 'alsoAt'>): readonly string[] =>
  pathsOf(route).flatMap((path) => methodsOf(route).map((method) => `${method} ${basePath}${path}`));

type KeyedInputs = Pick<Route, 'method' | 'access' | 'name' | 'answersWithSecret' | 'takesNoIdempotencyKey'>;

/** Excludes public endpoints, because keys belong to a brand, and endpoints whose responses must not be stored. */
export const takesIdempotencyKey = (route: KeyedInputs) =>
  route.method === 'POST' &&
  route.access !== 'public' &&
  !route.name.startsWith('auth.') &&
  route.answersWithSecret !== true &&
  route.takesNoIdempotencyKey !== true;

type AccessInputs = KeyedInputs & Pick<Route, 'table' | 'signsTokens'>;

/** A function that signs tokens may publish its key (docs/decisions/0058). The others only read public keys. */
export function tableAccessOf(route: AccessInputs): TableAccess {
  const { access, signsTokens } = route;
  if (access === 'public' && signsTokens !== true) return route.table;
  const signingKeys = signsTokens ? 'write' : 'read';
  if (access === 'public') return { ...route.table, guarded: { ...route.table.guarded, signingKeys } };
  const guarded: GuardedAccess = { apiKeys: 'read', ...route.table.guarded, signingKeys };
  const table = { ...route.table, guarded };
  const shared: readonly TableAction[] = takesIdempotencyKey(route)
    ? ['BatchGetItem', 'UpdateItem']
    : ['BatchGetItem'];
  return { ...table, actions: [...new Set([...table.actions, ...shared])] };
}

type Named<Domain extends string, Shapes> = {
  readonly [Key in keyof Shapes]: Shapes[Key] & { readonly name: `${Domain}.${Key & string}` };
};

export function defineRoutes<Domain extends string, const Shapes extends Record<string, RouteShape>>(
  domain: Domain,
  shapes: Shapes,
): Named<Domain, Shapes> {
  const named = Object.entries(shapes).map(([key, shape]) => [key, { ...shape, name: `${domain}.${key}` }]);
  return Object.fromEntries(named);
}

export const anyRole = { roles: ['admin', 'member'], plan: 'api' } as const satisfies Access;
export const adminOnly = { roles: ['admin'], plan: 'api' } as const satisfies Access;
export const adminOfAnyPlan = { roles: ['admin'], plan: 'any' } as const satisfies Access;
export const anyPlan = { roles: ['admin', 'member'], plan: 'any' } as const satisfies Access;
export const ownCreator = { roles: ['creator'], plan: 'any' } as const satisfies Access;

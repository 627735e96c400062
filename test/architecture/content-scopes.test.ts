// Tests that each endpoint declares the scopes of the data that its response contains.
import { describe, expect, test } from 'vitest';
import type { Route } from '#lib/foundation/contract/route.ts';
import { includesScope, type Scope } from '#lib/foundation/contract/scope.ts';
import { openApiDocument } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';

const document: Json = openApiDocument(routes);

/** The scopes to read the resources, by the names of their schemas. */
const scopes: Readonly<Record<string, Scope>> = {
  Affiliate: 'creators:read',
  Campaign: 'campaigns:read',
  Discount: 'discounts:read',
  Link: 'creators:read',
  Conversion: 'conversions:read',
  Commission: 'commissions:read',
  Payout: 'payouts:read',
  ApiKey: 'keys:read',
  WebhookEndpoint: 'webhooks:read',
  Brand: 'settings:read',
};

/** Responses of any resource: their own tests are in test/functional/content-scopes.test.ts. */
const withAnyResource: readonly string[] = ['FeedEvent', 'AuditEntry', 'PersonalRecord'];

function schemasIn(part: Json, seen = new Set<string>()): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return seen;
  for (const [key, value] of Object.entries<Json>(part)) {
    const name = key === '$ref' ? String(value).split('/').at(-1) : undefined;
    if (name === undefined) schemasIn(value, seen);
    else if (!seen.has(name)) {
      seen.add(name);
      schemasIn(document.components.schemas[name], seen);
    }
  }
  return seen;
}

const responseOf = ({ method, path, answer }: Route): Json =>
  document.paths[path][method.toLowerCase()].responses[answer.status];

const declaredScopes = ({ scope, contentScopes = [], fieldScopes }: Route): readonly Scope[] => [
  ...(scope === undefined || scope === 'any' ? [] : [scope]),
  ...contentScopes,
  ...Object.values(fieldScopes?.scopes ?? {}).flat(),
];

describe('the scopes of the data in a response', () => {
  /** The scope of a single event depends on its type. */
  const ofServers = routes.filter(({ scope, name }) => scope !== undefined && name !== 'events.get');

  test('the names of the resources are those of the OpenAPI document', () => {
    const known = Object.keys(document.components.schemas);
    expect([...Object.keys(scopes), ...withAnyResource].filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each(ofServers)('$method /v1$path declares the scopes of the resources in its response', (route) => {
    const names = [...schemasIn(responseOf(route))];
    const wanted = names.flatMap((name) => scopes[name] ?? []);
    const missing = wanted.filter((scope) => !includesScope(declaredScopes(route), scope));
    expect(missing).toEqual([]);
    const isDeclared = route.contentScopes !== undefined || route.fieldScopes !== undefined;
    const hasAny = names.some((name) => withAnyResource.includes(name));
    expect(isDeclared || !hasAny).toBe(true);
  });

  test('each endpoint with the parameter `expand` declares the scopes of the records that it adds', () => {
    const expanding = routes.filter(({ query }) => 'expand' in (query?.shape ?? {}));
    expect(expanding.length).toBeGreaterThan(5);
    expect(expanding.filter(({ fieldScopes }) => fieldScopes?.name !== 'expand')).toEqual([]);
  });
});

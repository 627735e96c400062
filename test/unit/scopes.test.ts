import { describe, expect, test } from 'vitest';
import { includesAllScopes, includesScope, scopes } from '#lib/foundation/contract/scope.ts';
import { routes } from '#lib/surface/api/routes.ts';

describe('the scopes of API keys', () => {
  test('a scope contains itself, and the scope to write contains the scope to read', () => {
    for (const scope of scopes) expect(includesScope([scope], scope)).toBe(true);
    expect(scopes).toHaveLength(24);
    expect(includesScope(['payouts:write'], 'payouts:read')).toBe(true);
    expect(includesScope(['payouts:read'], 'payouts:write')).toBe(false);
    expect(includesScope(['payouts:write'], 'creators:read')).toBe(false);
    expect(includesScope([], 'payouts:read')).toBe(false);
  });

  test('the scope * contains every scope, and no list of other scopes contains it', () => {
    expect(includesAllScopes(['*'], ['*', ...scopes])).toBe(true);
    expect(includesAllScopes(scopes, ['*'])).toBe(false);
    expect(includesAllScopes(['creators:write'], ['creators:read', 'creators:write'])).toBe(true);
    expect(includesAllScopes(['creators:write'], ['creators:read', 'campaigns:read'])).toBe(false);
  });
});

/** The area of each domain, stated independently of the contract that is under test. */
const areas: Readonly<Record<string, string>> = {
  apiKeys: 'keys',
  affiliates: 'creators',
  groups: 'creators',
  campaigns: 'campaigns',
  discounts: 'discounts',
  tracking: 'tracking',
  links: 'creators',
  conversions: 'conversions',
  refunds: 'conversions',
  commissions: 'commissions',
  disputes: 'commissions',
  fraudFindings: 'commissions',
  payoutDetails: 'creators',
  payouts: 'payouts',
  reports: 'reports',
  exports: 'reports',
  imports: 'creators',
  simulations: 'reports',
  privacy: 'creators',
  customers: 'conversions',
  events: 'webhooks',
  webhooks: 'webhooks',
  connections: 'connections',
  reconciliations: 'connections',
  audit: 'settings',
  billing: 'settings',
  testMode: 'settings',
  brands: 'settings',
  exchangeRates: 'settings',
};

/** The tools of the MCP server need the scopes of their own requests. */
const forEveryKey = ['assistant.call'];

/** Domains whose endpoints are for people with a session, so an API key cannot call them. */
const forPeople = ['auth', 'users', 'secondFactor', 'creator'];

describe('the scope of each endpoint', () => {
  const guarded = routes.filter(({ access }) => access !== 'public');

  test.each(guarded)('$method /v1$path declares the scope of its domain, or is for people only', (route) => {
    const domain = route.name.split('.')[0] ?? '';
    const kind = route.method === 'GET' ? 'read' : 'write';
    const wanted = forEveryKey.includes(route.name) ? 'any' : `${areas[domain]}:${kind}`;
    expect(route.scope).toBe(forPeople.includes(domain) ? undefined : wanted);
  });

  test('a public endpoint has no scope', () => {
    const open = routes.filter(({ access }) => access === 'public');
    expect(open.map(({ scope }) => scope)).toEqual(open.map(() => undefined));
    expect(open.length).toBeGreaterThan(2);
  });
});

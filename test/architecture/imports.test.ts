// Who may import whom. The rooms are those of docs and README; this is where they are held.
import { describe, expect, test } from 'vitest';
import { type Import, type Source, sourcesIn } from '#test/support/sources.ts';

const lib = sourcesIn('lib');
const functions = sourcesIn('functions');
const infra = sourcesIn('infra');
const all = [...lib, ...functions, ...infra];
const byPath = new Map(all.map((source) => [source.path, source]));

const sharedRooms = ['shared', 'aws', 'table', 'contract', 'http'];
const domainOf = (path: string): string | undefined => {
  const [top, domain = ''] = path.split('/');
  return top === 'lib' && !sharedRooms.includes(domain) ? domain : undefined;
};

/** Files that decide and know no table, beside the `rules.ts` of each domain: by their names, or by their places in lib. */
const pureFiles = [
  'rules.ts',
  'plans.ts',
  'login-limits.ts',
  'key-rules.ts',
  'tracking-code.ts',
  'code.ts',
  'kinds.ts',
  'filters.ts',
  'visitors.ts',
  'location.ts',
  'visit.ts',
  'verdicts.ts',
  'recording.ts',
  'salt.ts',
  'due.ts',
  'comparison.ts',
  'subjects.ts',
  'commissions/entries.ts',
  'commissions/refunded.ts',
  'commissions/terms.ts',
  'conversions/attribution.ts',
  'conversions/entries.ts',
];
const roomOfDomainFile = (domain: string, file: string): string => {
  if (pureFiles.includes(file) || pureFiles.includes(`${domain}/${file}`)) return 'rules';
  const name = file.replace('.ts', '');
  if (name.endsWith('-schema')) return 'schema';
  return ['schema', 'routes', 'present'].includes(name) ? name : 'store';
};

/** `lib/click-statistics/store/aggregate-clicks.ts` → `store`: all of a domain that is not schema, rules, routes or present works on the table. */
function roomOf(path: string): string {
  const [top = '', second = '', file = ''] = path.split('/');
  if (top === 'functions') return second === 'streams' || second === 'schedules' ? 'consumers' : 'functions';
  if (top !== 'lib') return path.startsWith('infra/local/') ? 'infra/local' : top;
  return domainOf(path) === undefined ? second : roomOfDomainFile(second, file);
}

interface Edge {
  readonly from: string;
  readonly to: Import;
}

const edges: readonly Edge[] = all.flatMap((source) =>
  source.imports.map((to) => ({ from: source.path, to })),
);
const text = ({ from, to }: Edge): string => `${from} → ${to.target}${to.isTypeOnly ? ' (types)' : ''}`;
const ofProject = edges.filter(({ to }) => !to.isPackage);
const toPackages = edges.filter(({ to }) => to.isPackage);

/**
 * Rooms that the files of a room may import. Within one domain; what one domain may take from another is a list of
 * its own, below.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  schema: ['schema', 'rules', 'shared', 'contract'],
  rules: ['schema', 'rules', 'shared'],
  routes: ['schema', 'shared', 'contract'],
  present: ['schema', 'rules', 'shared'],
  store: ['schema', 'rules', 'store', 'table', 'shared'],
  contract: ['contract', 'routes', 'shared'],
  aws: ['aws', 'shared'],
  table: ['table', 'aws', 'shared'],
  http: ['http', 'contract', 'shared'],
  functions: ['http', 'routes', 'rules', 'present', 'store', 'shared'],
  consumers: ['store', 'shared'],
};

/** What the table of rooms does not say, one by one and with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'lib/contract/route.ts → lib/auth/schema.ts (types)': 'a route names the roles that may call it',
  'lib/contract/route.ts → lib/table/keys/keys.ts (types)': 'a route names the indexes that it reads',
  'lib/tracking/writes/visits.ts → lib/table/keys/keys.ts': 'the tracking link writes without a store',
  'lib/tracking/writes/visitor-salt.ts → lib/table/keys/keys.ts': 'the tracking link writes without a store',
  'lib/tracking/writes/visits.ts → lib/table/writes/expression.ts':
    'the tracking link writes without a store',
  'lib/http/access.ts → lib/auth/store/signing-keys.ts': 'authenticates',
  'lib/http/access.ts → lib/auth/store/sessions.ts': 'authenticates: the one read of every request',
  'lib/http/access.ts → lib/auth/store/tokens.ts': 'authenticates',
  'lib/http/access.ts → lib/billing/rules/plans.ts': 'checks the plan',
  'lib/http/access.ts → lib/table/client.ts (types)': 'what is read together with the caller',
  'lib/http/access.ts → lib/table/keys/keys.ts (types)': 'what is read together with the caller',
  'lib/http/endpoint.ts → lib/table/meter.ts': 'counts what a request costs',
  'lib/http/idempotent-endpoint.ts → lib/idempotency/store.ts': 'has an effect once, and its answer kept',
  'lib/http/idempotent-endpoint.ts → lib/idempotency/rules/attempt.ts':
    'a handler may be another attempt at its request',
  'lib/http/idempotent-endpoint.ts → lib/table/transact.ts (types)':
    'an answer is kept by a write of its effect',
  'lib/http/redirect-endpoint.ts → lib/table/meter.ts': 'counts what a request costs',
  'lib/http/request-log.ts → lib/table/meter.ts (types)': 'logs what a request costs',
  'lib/http/middlewares.ts → lib/table/meter.ts (types)': 'logs what a request costs',
  'lib/http/middlewares.ts → lib/table/meter.ts': 'logs what a request costs',
  'lib/http/request.ts → lib/auth/store/sessions.ts (types)': 'a request has a caller',
  'lib/http/warm-up.ts → lib/auth/store/signing-keys.ts':
    'reads the keys before the first request needs them',
  'lib/http/warm-up.ts → lib/table/probe.ts': 'connects before the first request does',
  'lib/http/request.ts → lib/table/client.ts (types)': 'a request has what was read with its caller',
  'lib/http/request.ts → lib/table/pages.ts (types)': 'the request of a list asks for a page',
  'functions/affiliates/invite.ts → lib/table/transact.ts': 'one transaction of two domains’ writes',
  'functions/service/health.ts → lib/table/probe.ts': 'asks the table whether it answers',
  'functions/service/openapi.ts → lib/api/document.ts': 'its answer is the contract',
  'functions/service/fallback.ts → lib/api/routes.ts': 'knows which paths there are',
  'functions/streams/aggregate-clicks.ts → lib/streams/changes.ts': 'receives changes of the table',
  'functions/streams/aggregate-clicks.ts → lib/streams/consumer.ts': 'receives changes of the table',
  'functions/streams/continue-work.ts → lib/streams/changes.ts (types)': 'receives changes of the table',
  'functions/streams/continue-work.ts → lib/streams/consumer.ts': 'receives changes of the table',
};

/** What each domain takes from another one: schemas, plans, and rules; its writes only where a comment says why. */
const betweenDomains: Readonly<Record<string, readonly string[]>> = {
  affiliates: ['auth/schema', 'billing/plans', 'brands/schema'],
  // The audit holds what all of them have stored against the ledger: it reads, and changes nothing.
  audit: [
    'affiliates/schema',
    'campaigns/schema',
    'commissions/entries',
    'commissions/schema',
    'commissions/store',
    'conversions/refund-schema',
    'conversions/schema',
    'conversions/store',
    'discounts/schema',
    'ledger/rules',
    'ledger/schema',
    'payouts/rules',
    'payouts/stored-schema',
  ],
  auth: ['brands/schema'],
  billing: ['brands/schema'],
  brands: ['auth/schema', 'billing/plans', 'auth/passwords'],
  campaigns: ['billing/plans', 'brands/rules', 'brands/schema'],
  // What a commission moves is written by the ledger: its entries and the sums are part of the same transaction.
  commissions: [
    'affiliates/schema',
    'brands/schema',
    'campaigns/schema',
    'ledger/rules',
    'ledger/schema',
    'ledger/store',
  ],
  // An order is recorded with what is earned by it, in one transaction: it takes the writes of both, and no reads.
  conversions: [
    'affiliates/rules',
    'affiliates/schema',
    'affiliates/tracking-code',
    'auth/schema',
    'brands/salt',
    'brands/salting',
    'brands/schema',
    'campaigns/schema',
    'clicks/kinds',
    'clicks/recording',
    'clicks/stored',
    'clicks/visit',
    'commissions/entries',
    'commissions/present',
    'commissions/refunded',
    'commissions/schema',
    'commissions/store',
    'commissions/terms',
    'discounts/code',
    'ledger/rules',
    'ledger/schema',
    'ledger/store',
  ],
  clicks: [
    'affiliates/rules',
    'affiliates/schema',
    'affiliates/tracking-code',
    'brands/schema',
    'campaigns/schema',
  ],
  discounts: ['brands/schema'],
  payouts: [
    'affiliates/schema',
    'brands/schema',
    'commissions/entries',
    'commissions/rules',
    'commissions/schema',
    'commissions/store',
    'ledger/store',
  ],
};

const isBetweenDomains = ({ from, to }: Edge): boolean => {
  const [own, other] = [domainOf(from), domainOf(to.target)];
  return own !== undefined && other !== undefined && own !== other;
};

describe('within lib and functions', () => {
  const inside = ofProject.filter(({ from }) => /^(lib|functions)\//.test(from));

  test('each room imports only from the rooms it may', () => {
    const refused = inside.filter(
      (edge) => !isBetweenDomains(edge) && !mayImport[roomOf(edge.from)]?.includes(roomOf(edge.to.target)),
    );
    expect(refused.map(text).filter((edge) => !(edge in exceptions))).toEqual([]);
  });

  test('no exception is left that nothing needs', () => {
    const present = new Set(inside.map(text));
    expect(Object.keys(exceptions).filter((edge) => !present.has(edge))).toEqual([]);
  });

  test('a domain takes from another one what is listed, and all that is listed is taken', () => {
    const taken = Object.groupBy(inside.filter(isBetweenDomains), ({ from }) => domainOf(from) ?? '');
    const found = Object.fromEntries(
      Object.entries(taken).map(([domain, from = []]) => [
        domain,
        new Set(from.map(({ to }) => to.target.replace(/^lib\/(.*)\.ts$/, '$1'))),
      ]),
    );
    const listed = Object.entries(betweenDomains).map(([domain, files]) => [domain, new Set(files)]);
    expect(found).toEqual(Object.fromEntries(listed));
  });

  test('every import stands for a file that exists', () => {
    const dangling = inside.filter(({ to }) => !byPath.has(to.target));
    expect(dangling.map(text)).toEqual([]);
  });
});

describe('in all that is deployed, or deploys', () => {
  test('no file refers to itself over others, be it for a type', () => {
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (path: string, way: readonly string[]): void => {
      if (state.get(path) === 'open') cycles.push([...way, path].join(' → '));
      if (state.has(path)) return;
      state.set(path, 'open');
      for (const { target } of importedBy(byPath.get(path))) visit(target, [...way, path]);
      state.set(path, 'done');
    };
    for (const { path } of all) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

const importedBy = (source: Source | undefined): readonly Import[] =>
  source?.imports.filter(({ isPackage }) => !isPackage) ?? [];

const neededBy = (source: Source | undefined): readonly Import[] =>
  importedBy(source).filter(({ isTypeOnly }) => !isTypeOnly);

describe('the world outside lib', () => {
  test('lib imports neither infra nor tests nor functions', () => {
    const outward = ofProject.filter(
      ({ from, to }) => from.startsWith('lib/') && !to.target.startsWith('lib/'),
    );
    expect(outward.map(text)).toEqual([]);
  });

  test('only the local stage and the tests import handlers', () => {
    const toHandlers = ofProject.filter(
      ({ from, to }) => to.target.startsWith('functions/') && !from.startsWith('infra/local/'),
    );
    expect(toHandlers.map(text)).toEqual([]);
  });

  test('what is deployed from, and the tools, import the contract and the keys, and no other part of lib', () => {
    const isDeployment = ({ from }: Edge) =>
      /^infra\/([^/]+|(constructs|tools)\/.+)$/.test(from) && !isOperator(from);
    const reaching = ofProject.filter(
      (edge) =>
        isDeployment(edge) &&
        edge.to.target.startsWith('lib/') &&
        !/^lib\/(contract\/|shared\/|table\/keys\.ts$)/.test(edge.to.target),
    );
    expect(reaching.map(text)).toEqual([]);
  });
});

/** The operator's command line writes brands and users, so it stands on their stores. */
const isOperator = (path: string): boolean => /^infra\/operator(\.ts$|\/)/.test(path);

describe('packages', () => {
  const isSdk = (target: string): boolean => /^@aws-sdk\/|^@smithy\//.test(target);

  test('only lib/table speaks with DynamoDB', () => {
    const speaking = toPackages.filter(
      ({ from, to }) =>
        /^(lib|functions)\//.test(from) && isSdk(to.target) && !['table', 'aws'].includes(roomOf(from)),
    );
    // The keys that sign tokens are in Secrets Manager; its client is loaded where they are, and only then.
    expect(speaking.map(text)).toEqual([
      'lib/auth/store/signing-keys-secret.ts → @aws-sdk/client-secrets-manager',
      'lib/auth/store/signing-keys-source.ts → @aws-sdk/client-secrets-manager',
    ]);
  });

  test('middy is known in lib/http alone', () => {
    const knowing = toPackages.filter(
      ({ from, to }) => to.target.startsWith('@middy/') && roomOf(from) !== 'http',
    );
    expect(knowing.map(text)).toEqual([]);
  });

  test('a handler needs no package', () => {
    const needing = toPackages.filter(({ from }) => from.startsWith('functions/'));
    expect(needing.map(text)).toEqual([]);
  });

  test('rules and schemas do no input or output', () => {
    const harmless = ['zod', 'isbot', 'node:crypto'];
    const rooms = ['schema', 'rules', 'routes', 'present'];
    const others = toPackages.filter(
      ({ from, to }) =>
        from.startsWith('lib/') && rooms.includes(roomOf(from)) && !harmless.includes(to.target),
    );
    expect(others.map(text)).toEqual([]);
  });

  test('the contract can be read without any AWS SDK', () => {
    const reached = new Set<string>();
    const reach = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { target } of neededBy(byPath.get(path))) reach(target);
    };
    for (const { path } of lib) if (roomOf(path) === 'routes' || roomOf(path) === 'contract') reach(path);
    const sdks = toPackages.filter(
      ({ from, to }) => reached.has(from) && !to.isTypeOnly && /^@aws|^aws-/.test(to.target),
    );
    expect(sdks.map(text)).toEqual([]);
    expect(reached).toContain('lib/affiliates/schema.ts');
  });
});

describe('keys', () => {
  const ofKeys = ['keys', 'money-keys', 'sheet-keys'].map((name) => `lib/table/${name}.ts`);
  const elsewhere = [...lib, ...functions].filter(({ path }) => !ofKeys.includes(path));

  test('no key is put together but where keys are', () => {
    /** `${brandId}#…`, `…#${id}` after a word, `'CLICK#'`, `.join('#')`; `#name` alone is an attribute of an expression. */
    const joined = /\}#|\w#\$\{|[A-Z]{2,}#|#[A-Z]{2,}|(['"`])#\1/;
    expect(elsewhere.filter(({ code }) => joined.test(code)).map(({ path }) => path)).toEqual([]);
  });

  test('no key attribute is named but in lib/table', () => {
    const named = /(['"`])(pk|sk)\1/;
    const naming = elsewhere.filter(({ path, code }) => !path.startsWith('lib/table/') && named.test(code));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });
});

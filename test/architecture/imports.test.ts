// Tests which rooms may import which (docs/decisions/0041). The path of a file determines its room and its owner.
import { describe, expect, test } from 'vitest';
import { domainRooms, placeOf, pureDomainRooms } from '#test/support/rooms.ts';
import { type Import, type Source, sourcesIn } from '#test/support/sources.ts';

const lib = sourcesIn('lib');
const functions = sourcesIn('functions');
const all = [...lib, ...functions, ...sourcesIn('infra')];
const byPath = new Map(all.map((source) => [source.path, source]));

interface Edge {
  readonly from: string;
  readonly to: Import;
}

const edges: readonly Edge[] = all.flatMap((source) =>
  source.imports.map((to) => ({ from: source.path, to })),
);
const toFiles = edges.filter(({ to }) => !to.isPackage);
const toPackages = edges.filter(({ to }) => to.isPackage);
const text = ({ from, to }: Edge): string => `${from} → ${to.target}`;

const pure = ['contract', 'shared', 'table/keys', 'table/writes'];

/** The rooms that the files of a room may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  'table/keys': ['table/keys', 'shared'],
  'table/writes': ['table/writes', 'table/keys', 'shared'],
  aws: ['aws', 'shared'],
  table: ['table', 'table/keys', 'table/writes', 'aws', 'shared'],
  streams: ['streams', 'aws', 'table', 'table/keys', 'table/writes', 'shared'],
  contract: ['contract', 'table/keys', 'shared'],
  adapters: ['adapters', 'shared'],
  schema: ['schema', 'rules', ...pure],
  rules: ['rules', 'schema', 'writes', 'adapters', ...pure],
  writes: ['writes', 'rules', 'schema', ...pure],
  present: ['present', 'rules', 'schema', ...pure],
  routes: ['schema', 'rules', 'contract', 'shared'],
  items: ['rules', 'schema', 'present', ...pure],
  catalog: ['catalog', 'items', 'rules', ...pure],
  store: ['store', 'aws', 'writes', 'rules', 'schema', 'table', 'streams', 'catalog', 'adapters', ...pure],
  link: ['link', 'writes', 'rules', 'schema', 'table', 'aws', ...pure],
  api: ['api', 'routes', 'schema', 'rules', 'contract', 'shared'],
  pages: ['pages', 'api', 'http', 'rules', 'contract', 'shared'],
  http: ['http', 'store', 'writes', 'rules', 'table', ...pure],
  assistant: ['assistant', 'http', 'api', 'routes', 'rules', 'contract', 'shared'],
  functions: [
    'http',
    'pages',
    'pages of people',
    'api',
    'assistant',
    'contract',
    'routes',
    'present',
    'store',
    'link',
    'writes',
    'rules',
    'adapters',
    'shared',
  ],
  'background functions': ['streams', 'store', 'present', 'rules', 'catalog', 'adapters', 'shared'],
  infra: [
    'infra',
    'infra/before-handler',
    'api',
    'assistant',
    'pages',
    'pages of people',
    'routes',
    'catalog',
    'contract',
    'rules',
    'table/keys',
    'shared',
  ],
  'infra/before-handler': [],
  client: ['client'],
  'pages of people': ['pages of people', 'client', 'http', 'contract', 'shared'],
};

/** The domains that the middleware stack needs, because it authenticates callers and claims idempotency keys. */
const domainsOfTheStack = [
  'auth',
  'api-keys',
  'test-mode',
  'idempotency',
  'request-limits',
  'creator-sessions',
];

const advice: Readonly<Record<string, string>> = {
  rules: 'Rules do no I/O. Pass the data in, or move the code to the `store` of its domain.',
  writes: 'Writes are built without I/O. Move the read to the `store` of its domain.',
  store: 'A store uses its own items. Use another domain’s `writes`, or compose both stores in the handler.',
};
const explain = (refused: readonly Edge[]): readonly string[] =>
  refused.map((edge) => {
    const { room } = placeOf(edge.from);
    const allowed = mayImport[room]?.join(', ') ?? 'nothing';
    return `${text(edge)}: ${room} may import ${allowed}. ${advice[room] ?? ''}`.trim();
  });

test('the imports of every file are found, with files and packages told apart', () => {
  expect(byPath.size).toBeGreaterThan(300);
  expect(toFiles.map(text)).toEqual(
    expect.arrayContaining([
      'functions/affiliates/invite.ts → lib/surface/http/idempotent-endpoint.ts',
      'lib/money/conversions/rules/new-conversion.ts → lib/money/commissions/rules/terms.ts',
    ]),
  );
  expect(toPackages.map(text)).toEqual(
    expect.arrayContaining([
      'lib/surface/http/endpoint.ts → @middy/core',
      'lib/foundation/aws/dynamodb.ts → @aws-sdk/util-dynamodb',
      'lib/access/brands/rules/customer-salt.ts → node:crypto',
    ]),
  );
});

describe('import rules of lib (docs/decisions/0041)', () => {
  const inside = toFiles.filter(({ from }) => mayImport[placeOf(from).room] !== undefined);

  test('each domain folder contains only the known rooms (folders with one role)', () => {
    const unknown = lib
      .map(({ path }) => ({ path, ...placeOf(path) }))
      .filter(({ domain, room }) => domain !== undefined && !domainRooms.some((known) => known === room))
      .map(({ path }) => `${path}: move it into one of ${domainRooms.join(', ')}`);
    expect(unknown).toEqual([]);
  });

  test('each file imports only from the rooms that its own room may import', () => {
    const refused = inside.filter(
      ({ from, to }) => !mayImport[placeOf(from).room]?.includes(placeOf(to.target).room),
    );
    expect(explain(refused)).toEqual([]);
  });

  test('a domain imports only the pure rooms of another domain', () => {
    const refused = inside.filter(({ from, to }) => {
      const [own, other] = [placeOf(from), placeOf(to.target)];
      if (own.domain === undefined || other.domain === undefined || own.domain === other.domain) return false;
      return !pureDomainRooms.some((room) => room === other.room);
    });
    expect(explain(refused)).toEqual([]);
  });

  test('lib/surface/http imports no store except those of auth, API keys, sessions of creators, test mode, idempotency and request limits', () => {
    const refused = inside.filter(
      ({ from, to }) =>
        placeOf(from).room === 'http' &&
        placeOf(to.target).room === 'store' &&
        !domainsOfTheStack.includes(placeOf(to.target).domain ?? ''),
    );
    expect(explain(refused)).toEqual([]);
  });

  test('a group of lib imports only itself and earlier groups', () => {
    const groups = [
      ...[
        'foundation',
        'access',
        'program',
        'clicks',
        'money',
        'record',
        'outlets',
        'shops',
        'care',
        'surface',
        'client',
        'pages',
      ],
    ];
    const orderOf = (path: string): number => groups.indexOf(path.split('/')[1] ?? '');
    const later = toFiles.filter(
      ({ from, to }) => from.startsWith('lib/') && orderOf(from) < orderOf(to.target),
    );
    expect(later.map(text)).toEqual([]);
    expect(new Set(lib.map(({ path }) => orderOf(path)))).toEqual(new Set(groups.keys()));
  });

  test('only infra/local imports handlers', () => {
    const refused = toFiles.filter(
      ({ from, to }) => to.target.startsWith('functions/') && placeOf(from).room !== 'infra/local',
    );
    expect(refused.map(text)).toEqual([]);
  });

  test('lib imports neither infra nor functions nor tests', () => {
    const refused = toFiles.filter(
      ({ from, to }) => from.startsWith('lib/') && !to.target.startsWith('lib/'),
    );
    expect(refused.map(text)).toEqual([]);
  });

  test('every import names an existing file', () => {
    expect(toFiles.filter(({ to }) => !to.target.includes('${') && !byPath.has(to.target)).map(text)).toEqual(
      [],
    );
  });

  test('no file imports itself through other files, not even through a type import', () => {
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

describe('package imports', () => {
  const packagesOf = (isMeant: (edge: Edge) => boolean) => toPackages.filter(isMeant).map(text);

  test('only the rooms aws, table and streams import the DynamoDB packages', () => {
    const refused = packagesOf(
      ({ from, to }) =>
        /^(lib|functions)\//.test(from) &&
        /^@aws-sdk\/(client|lib|util)-dynamodb/.test(to.target) &&
        !['aws', 'table', 'streams'].includes(placeOf(from).room),
    );
    expect(refused).toEqual([]);
  });

  test('only lib/surface/http imports middy', () => {
    expect(
      packagesOf(({ from, to }) => to.target.startsWith('@middy/') && placeOf(from).room !== 'http'),
    ).toEqual([]);
  });

  test('a handler imports no package', () => {
    expect(packagesOf(({ from }) => from.startsWith('functions/'))).toEqual([]);
  });

  test('a pure room imports only packages without I/O', () => {
    const harmless = [
      'zod',
      'csv-parse/sync',
      'isbot',
      'ulid',
      'otpauth',
      'ibantools',
      ...['image-size/types/jpg', 'image-size/types/png', 'image-size/types/webp'],
      'jsvat',
      'csv-parse/sync',
      'node:crypto',
      'node:net',
      'node:util',
      'node:zlib',
    ];
    const rooms: readonly string[] = [
      ...pureDomainRooms,
      'adapters',
      'contract',
      'table/keys',
      'table/writes',
    ];
    const refused = packagesOf(
      ({ from, to }) => rooms.includes(placeOf(from).room) && !to.isTypeOnly && !harmless.includes(to.target),
    );
    expect(refused).toEqual([]);
  });

  test('the contract and all routes can be loaded without an AWS SDK', () => {
    const reached = new Set<string>();
    const reach = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const { target, isTypeOnly } of importedBy(byPath.get(path))) if (!isTypeOnly) reach(target);
    };
    for (const { path } of lib) if (['routes', 'contract', 'api'].includes(placeOf(path).room)) reach(path);
    const sdks = packagesOf(
      ({ from, to }) => reached.has(from) && !to.isTypeOnly && /^@aws|^aws-/.test(to.target),
    );
    expect(sdks).toEqual([]);
    expect(reached).toContain('lib/program/affiliates/schema/affiliate.ts');
  });
});

describe('table keys', () => {
  const elsewhere = [...lib, ...functions].filter(({ path }) => placeOf(path).room !== 'table/keys');

  test('only lib/foundation/table/keys builds table keys', () => {
    /**
     * Matches `${brandId}#…`, `…#${id}` after a word, `'CLICK#'` and `.join('#')`. A lone `#name` is an attribute name of an
     * expression.
     */
    const joined = /\}#|\w#\$\{|[A-Z]{2,}#|#[A-Z]{2,}|(['"`])#\1/;
    const building = lib.filter(({ code }) => joined.test(code)).map(({ path }) => path);
    expect(building).toContain('lib/foundation/table/keys/keys.ts');
    expect(elsewhere.map(({ path }) => path).filter((path) => building.includes(path))).toEqual([]);
  });

  test('only lib/foundation/table contains the names of the key attributes', () => {
    const named = /(['"`])(pk|sk)\1/;
    const naming = [...lib, ...functions].filter(({ code }) => named.test(code)).map(({ path }) => path);
    expect(naming).toContain('lib/foundation/table/keys/item.ts');
    expect(naming.filter((path) => !path.startsWith('lib/foundation/table/'))).toEqual([]);
  });
});

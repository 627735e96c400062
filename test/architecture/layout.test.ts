// Tests that the contract matches the files, and that files do not exceed a size.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Route } from '#lib/foundation/contract/route.ts';
import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { gatewayFiles, handlerFile, routes } from '#lib/surface/api/routes.ts';
import { type Source, sourcesIn } from '#test/support/sources.ts';
import { costly, exhaustive, isolated } from '../../vitest.config.ts';

/** The generated files of the client have no limit of lines, and contain the paths of all endpoints. */
const lib = sourcesIn('lib').filter(({ path }) => !path.startsWith('lib/client/generated/'));
const functions = sourcesIn('functions');
const isEndpoint = ({ path }: Source) => !/^functions\/(logs|queues|streams|schedules)\//.test(path);
const duplicatesIn = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) !== index);
const handlerLines = 25;
const fileLines = 150;

test('every endpoint has a handler file, and every handler file has an endpoint', () => {
  const files = functions.filter(isEndpoint).map(({ path }) => path);
  const named = gatewayFiles.map((file) => `functions/${file}`);
  expect(files.toSorted()).toEqual(named.toSorted());
});

test('every handler file handles the endpoint of the same name', () => {
  const handled = functions.map(({ path, code }) => [
    path,
    /\b(?:endpoint|creatorEndpoint|idempotentEndpoint|redirectEndpoint)\(\s*([\w.]+)/.exec(code)?.[1],
  ]);
  const handledByFile = new Map(handled.filter(([, name]) => name !== undefined) as [string, string][]);
  expect(handledByFile).toEqual(
    new Map(routes.map((route) => [`functions/${handlerFile(route)}`, route.name])),
  );
});

test('every route in a routes.ts file is part of the API', async () => {
  const tables = lib.filter(
    ({ path }) => /^lib\/[^/]+\/[^/]+\/routes\.ts$/.test(path) && !path.includes('/api/'),
  );
  const modules = await Promise.all(
    tables.map(({ path }) => import(new URL(`../../${path}`, import.meta.url).href)),
  );
  const stated = modules.flatMap((module: Record<string, Record<string, Route>>) =>
    Object.values(module).flatMap((table) => Object.values(table)),
  );
  expect(stated.map(({ name }) => name).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

test('no two endpoints share a name, or a method and path', () => {
  expect(duplicatesIn(routes.map(({ name }) => name))).toEqual([]);
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const routeKeys = routes.flatMap(routeKeysOf).map(shape);
  expect(duplicatesIn(routeKeys)).toEqual([]);
});

test('only 18 endpoints work without a token', () => {
  const open = routes.filter(({ access }) => access === 'public').map(({ name }) => name);
  expect(open).toEqual([
    'auth.login',
    'auth.forgotPassword',
    'auth.resetPassword',
    'auth.acceptInvitation',
    'auth.choosePasswordPage',
    'creator.sendSignInLink',
    'creator.createSession',
    'programs.get',
    'programs.getLogo',
    'programs.apply',
    'programs.confirm',
    'tracking.followLink',
    'connections.receive',
    'mails.unsubscribePage',
    'mails.unsubscribe',
    'service.resources',
    'service.health',
    'service.openapi',
  ]);
});

describe.each(routes)('$method /v1$path', (route) => {
  test('the route has a summary of two to eight words', () => {
    expect(route.summary).toMatch(/^[A-Z]\w+( \S+){1,7}$/);
    expect(route.summary).not.toMatch(/\.$/);
  });

  test('the route has a schema for exactly the parameters of its path', () => {
    for (const { path, params } of [route, ...(route.alsoAt === undefined ? [] : [route.alsoAt])]) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params?.shape ?? {})).toEqual(inPath);
    }
  });
});

test('a handler file has at most 25 lines, and a file in lib has at most 150', () => {
  const over = (sources: readonly Source[], limit: number) =>
    sources.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines} lines`);
  expect([functions.length > 40, lib.length > 150]).toEqual([true, true]);
  expect(over(functions, handlerLines)).toEqual([]);
  expect(over(lib, fileLines)).toEqual([]);
});

test('every file in lib begins with a header comment', () => {
  expect(lib.filter(({ text }) => !text.startsWith('// ')).map(({ path }) => path)).toEqual([]);
});

test('only routes.ts files contain the name or path of an endpoint', () => {
  const named = routes.filter(({ path }) => path !== '');
  const names = new Set(named.flatMap(({ name, path }) => [name, path, `/v1${path}`]));
  const literals = ({ code }: Source) => [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)];
  const repeats = [...lib, ...functions]
    .filter(({ path }) => !path.endsWith('/routes.ts'))
    .flatMap((source) =>
      literals(source)
        .map(([, ...texts]) => texts.find((text) => text !== undefined) ?? '')
        .filter((text) => names.has(text))
        .map((text) => `${source.path}: ${text}`),
    );
  const stated = lib.filter(({ path }) => path === 'lib/program/campaigns/routes.ts').flatMap(literals);
  expect(stated.map(([, path]) => path)).toContain('/campaigns/{id}');
  expect(repeats).toEqual([]);
});

test('no code scans the table or uses a filter expression, except the restore of a brand, which no function contains', () => {
  const asksTooMuch = /\bScanCommand\b|\bpaginateScan\b|\bFilterExpression\b|\bScanFilter\b|\bQueryFilter\b/;
  expect([...lib, ...functions].filter(({ code }) => asksTooMuch.test(code)).map(({ path }) => path)).toEqual(
    ['lib/foundation/table/other-table.ts'],
  );
  const restoring = /lib\/(care\/recovery\/store|foundation\/table\/other-table)/;
  const users = [...lib, ...functions].filter(({ imports }) =>
    imports.some(({ target }) => restoring.test(target)),
  );
  expect(users.filter(({ path }) => !path.startsWith('lib/care/recovery/'))).toEqual([]);
});

test('only infra/local names the variable that allows webhooks to this machine', () => {
  const naming = [...sourcesIn('lib'), ...sourcesIn('functions'), ...sourcesIn('infra')].filter(({ path }) =>
    readFileSync(path, 'utf8').includes('WEBHOOKS_ALLOW_LOOPBACK'),
  );
  expect(naming.map(({ path }) => path)).toEqual(['infra/local/settings.ts']);
  const allowing = [...sourcesIn('lib'), ...sourcesIn('functions'), ...sourcesIn('infra')].filter(
    ({ path }) => readFileSync(path, 'utf8').includes('allowLoopback('),
  );
  expect(allowing.map(({ path }) => path).toSorted()).toEqual([
    'infra/local/stage.ts',
    'lib/outlets/webhooks/rules/loopback.ts',
  ]);
});

test('every path in the lists of vitest.config.ts matches a test file', () => {
  const paths = [...isolated, ...exhaustive, ...costly];
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});

test('only isolated test files load modules again or replace fetch, because the others share their modules and globals', () => {
  const loading = readdirSync('test/functional', { recursive: true, encoding: 'utf8' })
    .map((path) => `test/functional/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) =>
      /resetModules\(|newInstance\(|startFaultyEngine\(|stubGlobal\(|support\/console\.ts/.test(
        readFileSync(path, 'utf8'),
      ),
    );
  expect(loading).toContain('test/functional/idempotency/other-instance.test.ts');
  const alone = isolated.flatMap((path) => globSync(path)).map((path) => path.replaceAll('\\', '/'));
  expect(loading.filter((path) => !alone.includes(path))).toEqual([]);
});

test('each export of lib is used by the service, not only by tests', () => {
  const wordsIn = ({ code }: Source): readonly string[] => code.match(/\w+/g) ?? [];
  const uses = new Map<string, number>();
  for (const source of [...lib, ...functions, ...sourcesIn('infra')])
    for (const word of wordsIn(source)) uses.set(word, (uses.get(word) ?? 0) + 1);
  // The exports of the client are for its users.
  const served = lib.filter(({ path }) => !path.startsWith('lib/client/'));
  const exported = served.flatMap(({ path, code }) =>
    [...code.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)].map(
      ([, name = '']) => ({ path, name }),
    ),
  );
  expect(exported.length).toBeGreaterThan(1000);
  const replacedByTests = ['useClock', 'useTimer'];
  expect(exported.filter(({ name }) => uses.get(name) === 1 && !replacedByTests.includes(name))).toEqual([]);
});

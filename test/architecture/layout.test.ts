// The contract and the files agree, and each file stays as small as it should be.
import { describe, expect, test } from 'vitest';
import { fallbackFile, handlerFile, routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { methodsOf } from '#lib/contract/route.ts';
import { type Source, sourcesIn } from '#test/support/sources.ts';

const lib = sourcesIn('lib');
const functions = sourcesIn('functions');
/** What no route calls: what the stream and the clock start. */
const isEndpoint = ({ path }: Source) => !/^functions\/(streams|schedules)\//.test(path);
const repeatedIn = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);
const handlerLines = 25;
const fileLines = 150;

test('every endpoint has its handler file, and every handler file its endpoint', () => {
  const files = functions.filter(isEndpoint).map(({ path }) => path);
  const named = [...routes.map(handlerFile), fallbackFile].map((file) => `functions/${file}`);
  expect(files.toSorted()).toEqual(named.toSorted());
});

test('every handler file handles the endpoint that it is named for', () => {
  const handled = functions.map(({ path, code }) => [path, /\bendpoint\(\s*([\w.]+)/.exec(code)?.[1]]);
  const handledByFile = new Map(handled.filter(([, name]) => name !== undefined) as [string, string][]);
  expect(handledByFile).toEqual(
    new Map(routes.map((route) => [`functions/${handlerFile(route)}`, route.name])),
  );
});

test('every table of routes is part of the contract', async () => {
  const tables = lib.filter(
    ({ path }) => /^lib\/[^/]+\/routes\.ts$/.test(path) && !path.includes('/contract/'),
  );
  const modules = await Promise.all(
    tables.map(({ path }) => import(new URL(`../../${path}`, import.meta.url).href)),
  );
  const stated = modules.flatMap((module: Record<string, Record<string, Route>>) =>
    Object.values(module).flatMap((table) => Object.values(table)),
  );
  expect(stated.map(({ name }) => name).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});

test('no two endpoints have the same name, nor the same method and path', () => {
  expect(repeatedIn(routes.map(({ name }) => name))).toEqual([]);
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  const routeKeys = routes.flatMap((route) =>
    methodsOf(route).map((method) => `${method} ${shape(route.path)}`),
  );
  expect(repeatedIn(routeKeys)).toEqual([]);
});

test('only these endpoints can be called without a token', () => {
  const open = routes.filter(({ access }) => access === 'public').map(({ name }) => name);
  expect(open).toEqual(['auth.login', 'tracking.followLink', 'service.health', 'service.openapi']);
});

describe.each(routes)('$method $path', (route) => {
  test('says in one line what it does', () => {
    expect(route.summary).toMatch(/^[A-Z].{5,80}[^.]$/);
  });

  test('has a schema for just the parameters that its path names', () => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
  });
});

test('files stay small', () => {
  const over = (sources: readonly Source[], limit: number) =>
    sources.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines} lines`);
  expect(over(functions, handlerLines)).toEqual([]);
  expect(over(lib, fileLines)).toEqual([]);
});

test('every file of lib says in its first line what lives there', () => {
  expect(lib.filter(({ text }) => !text.startsWith('// ')).map(({ path }) => path)).toEqual([]);
});

test('nothing but the tables of routes names an endpoint', () => {
  const names = new Set(routes.flatMap(({ name, path }) => [name, path, `/v1${path}`]));
  const literals = ({ code }: Source) => [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)];
  const repeats = [...lib, ...functions]
    .filter(({ path }) => !path.endsWith('/routes.ts'))
    .flatMap((source) =>
      literals(source)
        .map(([, ...texts]) => texts.find((text) => text !== undefined) ?? '')
        .filter((text) => names.has(text))
        .map((text) => `${source.path}: ${text}`),
    );
  expect(repeats).toEqual([]);
});

test('nothing scans the table, nor filters what it has read of it', () => {
  const asksTooMuch = /\bScanCommand\b|\bpaginateScan\b|\bFilterExpression\b|\bScanFilter\b|\bQueryFilter\b/;
  expect([...lib, ...functions].filter(({ code }) => asksTooMuch.test(code)).map(({ path }) => path)).toEqual(
    [],
  );
});

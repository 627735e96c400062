// Defines the esbuild plugins that turn a file of functions/ into a Lambda entry. docs/decisions/0024
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BrotliOptions, brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { type Route, tableAccessOf } from '#lib/foundation/contract/route.ts';
import { errorCodes } from '#lib/foundation/shared/error-codes.ts';
import { buildAssets } from '#lib/pages/shared/assets-source.ts';
import { interfaceDocument } from '#lib/surface/api/document.ts';
import { pathMethods } from '#lib/surface/api/path-methods.ts';
import { apiResources } from '#lib/surface/api/resources.ts';
import { handlerFile, routes } from '#lib/surface/api/routes.ts';
import { renderSite } from '#lib/surface/pages/render-site.ts';
import { readSnippet } from '#lib/surface/pages/snippet.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** These modules of infra/before-handler run before a handler. A start without the first takes 10% longer, without the second 9%. */
const beforeHandler = ['source-lines.ts', 'zod-settings.ts'];
/** The link function has no zod. */
const beforeLink = ['source-lines.ts'];

type IsUsed = (file: string) => boolean;

export const entryOf = (file: string): string => `lambda:${file}`;

interface WarmUpCall {
  readonly name: string;
  readonly module: string;
}

/** At most one call to the table, and one to Secrets Manager for a function that signs tokens. */
function warmUpCallsOf(route: Route): readonly WarmUpCall[] {
  const signs = route.signsTokens === true;
  const readsKeys = { name: 'readPublishedKeys', module: '#lib/access/auth/store/published-keys.ts' };
  const readsPrivateKeys = { name: 'signingKeys', module: '#lib/access/auth/store/private-keys.ts' };
  const probes = { name: 'probeTable', module: '#lib/foundation/table/probe.ts' };
  if (route.access !== 'public' || signs) return signs ? [readsKeys, readsPrivateKeys] : [readsKeys];
  const { actions } = tableAccessOf(route);
  if (actions.includes('GetItem')) return [probes];
  return actions.includes('BatchGetItem') ? [{ ...probes, name: 'probeTableByBatch' }] : [];
}

/** The file of the link function, which has its own minimal client (docs/decisions/0029). */
export const linkFile = 'tracking/follow-link.ts';

const warmUpModule = '#lib/surface/http/warm-up.ts';
const linkWarmUpModule = '#lib/clicks/tracking/link/warm-up.ts';

const handlerCode = (before: readonly string[], file: string): string =>
  `${before.map((name) => `import '#infra/before-handler/${name}';`).join('\n')}\nexport { handler } from '#functions/${file}';`;

const importOf = ({ name, module }: WarmUpCall): string => `import { ${name} } from '${module}';`;

const warmUpCode = (module: string, calls: readonly WarmUpCall[]): string =>
  [
    ...[{ name: 'warmUp', module }, ...calls].map(importOf),
    `await warmUp(${calls.length === 0 ? '' : `[${calls.map(({ name }) => name).join(', ')}]`});`,
  ].join('\n');

function entryText(file: string, isUsed: IsUsed): string {
  const handler = handlerCode((file === linkFile ? beforeLink : beforeHandler).filter(isUsed), file);
  if (file === linkFile) return `${handler}\n${warmUpCode(linkWarmUpModule, [])}`;
  const route = routes.find((candidate) => handlerFile(candidate) === file);
  // Stream and scheduled functions have no warm-up, because no client waits for them.
  const calls = route === undefined ? [] : warmUpCallsOf(route);
  return calls.length === 0 ? handler : `${handler}\n${warmUpCode(warmUpModule, calls)}`;
}

const entries = (isUsed: IsUsed): Plugin => ({
  name: 'entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^lambda:/ }, ({ path }) => ({
      path: path.slice('lambda:'.length),
      namespace: 'lambda',
    }));
    onLoad({ filter: /.*/, namespace: 'lambda' }, ({ path }) => ({
      contents: entryText(path, isUsed),
      loader: 'ts',
      resolveDir: repository,
    }));
  },
});

/** Exports each name of a built-in module separately, so that a bundle loads only the names that it imports. */
function builtinCode(name: string): string {
  const module = process.getBuiltinModule(`node:${name}`);
  const names = Object.keys(Object(module)).filter((key) => key !== 'default');
  const exported = names.map((key) => `export const ${key} = /* @__PURE__ */ (() => module.${key})();`);
  const declaration = `const module = /* @__PURE__ */ process.getBuiltinModule('node:${name}');`;
  return [declaration, 'export default module;', ...exported].join('\n');
}

/** Reduces the routes of a domain to the name of the link's route, because route schemas would add zod to the bundle. */
function linkRouteName(domain: string): string {
  const own = routes.filter((route) => handlerFile(route) === linkFile);
  const table = own.map(({ name }) => [name.slice(domain.length + 1), { name }]);
  return `export const ${domain} = ${JSON.stringify(Object.fromEntries(table))};`;
}

const linkRouteNames: Plugin = {
  name: 'link-route-names',
  setup({ onResolve, onLoad }) {
    const [domain = ''] = linkFile.split('/');
    const importer = join(repository, 'functions', linkFile);
    onResolve({ filter: /\/routes\.ts$/ }, (found) =>
      found.importer === importer ? { path: domain, namespace: 'route-names' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'route-names' }, ({ path }) => ({ contents: linkRouteName(path) }));
  },
};

/** Loads built-in modules with `process.getBuiltinModule`, because `import 'node:http'` takes 20 ms to load an HTTP client. */
const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    const names = builtinModules.map((name) => name.replace('node:', ''));
    onResolve({ filter: new RegExp(`^(node:)?(${names.join('|')})$`) }, ({ path }) => ({
      path: path.replace('node:', ''),
      namespace: 'builtin',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: builtinCode(path) }));
  },
};

/** Replaces a file of lib while bundling. */
const replacement = (name: string, file: string, contents: () => string): Plugin => ({
  name,
  setup({ onLoad }) {
    const path = join('lib', file).replaceAll(/[/\\.]/g, '[/\\\\.]');
    onLoad({ filter: new RegExp(`${path}$`) }, () => ({ contents: contents() }));
  },
});

/** Exports a function that returns the value, so that no function contains its sources or its generator. */
const returning = (name: string, value: unknown): string =>
  `export const ${name} = () => (${JSON.stringify(value)});`;

/** Exports a function that decompresses the value once. Compressed, the document and the pages have a tenth of their size. */
function decompressing(name: string, value: unknown, params: BrotliOptions['params'] = {}): string {
  const compressed = brotliCompressSync(JSON.stringify(value), { params }).toString('base64');
  return [
    "import { brotliDecompressSync } from 'node:zlib';",
    'let value;',
    `const read = () => JSON.parse(brotliDecompressSync(Buffer.from('${compressed}', 'base64')).toString());`,
    `export const ${name} = () => (value ??= read());`,
  ].join('\n');
}

/** The highest quality takes eight seconds longer for the pages. */
const sitePacking = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** The OpenAPI document contains the descriptions of error codes, and no function needs them. */
function undescribedErrorCodes(): string {
  const kinds = Object.entries(errorCodes).map(([kind, codes]) => [
    kind,
    Object.fromEntries(Object.keys(codes).map((code) => [code, ''])),
  ]);
  return `export const errorCodes = ${JSON.stringify(Object.fromEntries(kinds))};`;
}

const replacements: readonly Plugin[] = [
  replacement('generated-document', 'surface/api/document.ts', () =>
    decompressing('interfaceDocument', interfaceDocument()),
  ),
  replacement('generated-resources', 'surface/api/resources.ts', () =>
    returning('apiResources', apiResources()),
  ),
  replacement('generated-paths', 'surface/api/path-methods.ts', () =>
    returning('pathMethods', pathMethods()),
  ),
  replacement('rendered-site', 'surface/pages/site.ts', () =>
    decompressing('readSite', renderSite(), sitePacking),
  ),
  replacement('built-assets', 'pages/shared/assets-source.ts', () => returning('buildAssets', buildAssets())),
  replacement('snippet-text', 'surface/pages/snippet.ts', () => returning('readSnippet', readSnippet())),
  replacement('undescribed-error-codes', 'foundation/shared/error-codes.ts', undescribedErrorCodes),
  // The OpenAPI document and the check of responses alone use the schemas of expanded records.
  replacement(
    'no-expanded-answers',
    'program/expansions/schema/answers.ts',
    () => 'export const withExpansions = (answer) => answer;',
  ),
];

/** Replaces zod's JSON Schema generator with functions that throw. The names remain, because other modules of zod import them. */
const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  setup({ onLoad }) {
    const generators = /zod[/\\]v4[/\\]core[/\\](to-json-schema|json-schema-processors)\.js$/;
    onLoad({ filter: generators }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href));
      const absent = `function absent() { throw new Error('Bundles do not contain the JSON Schema generator'); }`;
      return { contents: `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(', ')} };` };
    });
  },
};

/** Replaces the compiler of JSON Schema that the SDK of MCP would use, because the contract checks the arguments of tools. */
const noSchemaCompiler: Plugin = {
  name: 'no-schema-compiler',
  setup({ onLoad }) {
    const compiler = /@modelcontextprotocol[/\\]sdk[/\\]dist[/\\]esm[/\\]validation[/\\]ajv-provider\.js$/;
    onLoad({ filter: compiler }, () => ({ contents: 'export class AjvJsonSchemaValidator {}' }));
  },
};

/** Omits the files and plugins that `without` names, so that a benchmark can measure their effect. */
export function pluginsWithout(without: readonly string[]): Plugin[] {
  const isUsed: IsUsed = (file) => !without.includes(file);
  return [entries(isUsed), linkRouteNames, builtins, ...replacements, noJsonSchema, noSchemaCompiler].filter(
    ({ name }) => !without.includes(name),
  );
}

// How a file of functions/ becomes a Lambda: its warm-up, Node's own modules, and what stands in the place of packages.
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { interfaceDocument } from '#lib/api/document.ts';
import { handlerFile, routes } from '#lib/api/routes.ts';
import { type Route, tableAccessOf, usesSigningKeys } from '#lib/contract/route.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** An entry of a bundle: the handler, and before it is there, the warm-up of its endpoint. */
export const entryOf = (file: string): string => `lambda:${file}`;

/** What nobody waits for (streams, schedules), and what asks nothing of anyone, starts as it is. */
function warmUpOf(route: Route) {
  const { actions } = tableAccessOf(route);
  const probe = (['BatchGetItem', 'GetItem'] as const).find((action) => actions.includes(action));
  return { probe, readsSigningKeys: usesSigningKeys(route) };
}

/** The handler that people wait for on every click: docs/decisions/0029. */
export const leanFile = 'tracking/follow-link.ts';

/** Modules of an entry, in the order in which they run. */
const stacks = '#infra/bundle-shims/source-lines.ts';
const zodSettings = '#infra/bundle-shims/zod-settings.ts';
const warmUpModule = '#lib/http/warm-up.ts';
const leanWarmUpModule = '#lib/tracking/link/warm-up.ts';

const exporting = (settings: readonly string[], file: string): string =>
  `${settings.map((module) => `import '${module}';`).join('\n')}\nexport { handler } from '#functions/${file}';`;

const warming = (module: string, given: string): string =>
  `import { warmUp } from '${module}';\nawait warmUp(${given});`;

function entryText(file: string): string {
  if (file === leanFile) return `${exporting([stacks], file)}\n${warming(leanWarmUpModule, '')}`;
  const handler = exporting([stacks, zodSettings], file);
  const route = routes.find((candidate) => handlerFile(candidate) === file);
  const work = route === undefined ? undefined : warmUpOf(route);
  if (work?.probe === undefined && !work?.readsSigningKeys) return handler;
  return `${handler}\n${warming(warmUpModule, JSON.stringify(work))}`;
}

const entries: Plugin = {
  name: 'entries',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^lambda:/ }, ({ path }) => ({
      path: path.slice('lambda:'.length),
      namespace: 'lambda',
    }));
    onLoad({ filter: /.*/, namespace: 'lambda' }, ({ path }) => ({
      contents: entryText(path),
      loader: 'ts',
      resolveDir: repository,
    }));
  },
};

/** One of Node's modules: each of its names is looked up where it is imported, so that a bundle loads no more than that. */
function builtinText(name: string): string {
  const module = process.getBuiltinModule(`node:${name}`);
  const names = Object.keys(Object(module)).filter((key) => key !== 'default');
  const exported = names.map((key) => `export const ${key} = /* @__PURE__ */ (() => module.${key})();`);
  const found = `const module = /* @__PURE__ */ process.getBuiltinModule('node:${name}');`;
  return [found, 'export default module;', ...exported].join('\n');
}

/** What the lean handler knows of the contract: the names of its domain's routes. Their schemas would bring zod along. */
function routeNames(domain: string): string {
  const named = routes.filter(({ name }) => name.startsWith(`${domain}.`));
  const table = named.map(({ name }) => [name.slice(domain.length + 1), { name }]);
  return `export const ${domain} = ${JSON.stringify(Object.fromEntries(table))};`;
}

const namesOfRoutes: Plugin = {
  name: 'names-of-routes',
  setup({ onResolve, onLoad }) {
    const [domain = ''] = leanFile.split('/');
    const importer = join(repository, 'functions', leanFile);
    onResolve({ filter: /\/routes\.ts$/ }, (found) =>
      found.importer === importer ? { path: domain, namespace: 'route-names' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'route-names' }, ({ path }) => ({ contents: routeNames(path) }));
  },
};

/** Node's modules by `process.getBuiltinModule`: an import of `node:http` loads a whole client besides, in 20 ms. */
export const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    const names = builtinModules.map((name) => name.replace('node:', ''));
    onResolve({ filter: new RegExp(`^(node:)?(${names.join('|')})$`) }, ({ path }) => ({
      path: path.replace('node:', ''),
      namespace: 'builtin',
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({ contents: builtinText(path) }));
  },
};

interface StandIn {
  readonly package: RegExp;
  readonly file: string;
  /** Only where this imports it. */
  readonly importer?: RegExp;
}

/** docs/decisions/0024. Whatever else uses a client of Secrets Manager (rotation) has the SDK's own. */
const standIns: readonly StandIn[] = [
  { package: /^@aws-sdk\/credential-provider-node$/, file: 'credentials.ts' },
  { package: /^@smithy\/core\/event-streams$/, file: 'event-streams.ts' },
  { package: /^@aws-sdk\/client-dynamodb$/, file: 'client-dynamodb.ts' },
  { package: /^@aws-sdk\/lib-dynamodb$/, file: 'lib-dynamodb.ts' },
  {
    package: /^@aws-sdk\/client-secrets-manager$/,
    file: 'client-secrets-manager.ts',
    importer: /lib[/\\]auth[/\\]store[/\\]signing-keys-source\.ts$/,
  },
];

export const standInPlugin: Plugin = {
  name: 'stand-ins',
  setup({ onResolve }) {
    for (const { package: filter, file, importer = /.*/ } of standIns) {
      const path = join(repository, 'infra/bundle-shims', file);
      onResolve({ filter }, (found) => (importer.test(found.importer) ? { path } : undefined));
    }
  },
};

/** The interface's document, made when functions are bundled: none of them needs what makes it. */
const readyMadeDocument: Plugin = {
  name: 'ready-made-document',
  setup({ onLoad }) {
    const text = JSON.stringify(JSON.stringify(interfaceDocument));
    onLoad({ filter: /lib[/\\]api[/\\]document\.ts$/ }, () => ({
      contents: `export const interfaceDocument = JSON.parse(${text});`,
    }));
  },
};

/** zod's makers of JSON Schema, which only that document needs: their names stay, because zod itself imports them. */
const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  setup({ onLoad }) {
    const makers = /zod[/\\]v4[/\\]core[/\\](to-json-schema|json-schema-processors)\.js$/;
    onLoad({ filter: makers }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path).href));
      const absent = `function absent() { throw new Error('Bundles make no JSON Schema'); }`;
      return { contents: `${absent}\nexport { ${names.map((name) => `absent as ${name}`).join(', ')} };` };
    });
  },
};

/** All of them, in the order in which esbuild asks them. */
export const plugins: readonly Plugin[] = [
  entries,
  namesOfRoutes,
  builtins,
  standInPlugin,
  readyMadeDocument,
  noJsonSchema,
];

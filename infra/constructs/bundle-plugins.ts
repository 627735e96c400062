// How a file of functions/ becomes a Lambda: its warm-up, Node's own modules, and what stands in the place of packages.
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';
import { type Route, tableAccessOf, usesSigningKeys } from '#lib/contract/route.ts';
import { handlerFile, routes } from '#lib/contract/routes.ts';

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
const stacks = '#infra/stand-ins/source-lines.ts';
const zodSettings = '#infra/stand-ins/zod-settings.ts';
const warmUpModule = '#lib/http/warm-up.ts';
const leanWarmUpModule = '#lib/clicks/link/warm-up.ts';

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

export const entries: Plugin = {
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

/** What the lean handler knows of the contract: the names of its domain's routes. Their schemas would bring zod along. */
function routeNames(domain: string): string {
  const named = routes.filter(({ name }) => name.startsWith(`${domain}.`));
  const table = named.map(({ name }) => [name.slice(domain.length + 1), { name }]);
  return `export const ${domain} = ${JSON.stringify(Object.fromEntries(table))};`;
}

export const namesOfRoutes: Plugin = {
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
    }));
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }));
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
  { package: /^@aws-sdk\/client-dynamodb$/, file: 'client-dynamodb.ts' },
  { package: /^@aws-sdk\/lib-dynamodb$/, file: 'lib-dynamodb.ts' },
  {
    package: /^@aws-sdk\/client-secrets-manager$/,
    file: 'client-secrets-manager.ts',
    importer: /lib[/\\]auth[/\\]signing-keys-source\.ts$/,
  },
];

export const standInPlugin: Plugin = {
  name: 'stand-ins',
  setup({ onResolve }) {
    for (const { package: filter, file, importer = /.*/ } of standIns) {
      const path = join(repository, 'infra/stand-ins', file);
      onResolve({ filter }, (found) => (importer.test(found.importer) ? { path } : undefined));
    }
  },
};

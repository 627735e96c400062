// Tests the contents of the bundles, which esbuild's metafile lists, and that each bundle runs.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkFile } from '#infra/constructs/bundle-plugins.ts';
import { bundleDirectory, deployedFiles } from '#infra/constructs/bundles.ts';
import { type QueueFunction, queueFunctions } from '#infra/constructs/queue-sources.ts';
import { type ScheduledFunction, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { tableAccessOf, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { pageFunctions, pagesFile } from '#lib/surface/api/page-functions.ts';
import { fallbackFile, handlerFile, routes } from '#lib/surface/api/routes.ts';
import { assistant } from '#lib/surface/service/routes.ts';
import { bundleLimits } from '#test/support/bundle-limits.ts';
import { placeOf } from '#test/support/rooms.ts';
import { bundleForTest } from '#test/support/stack.ts';

const bundles = await bundleForTest();
const { inputs, outputs } = bundles.metafile;

interface Bundle {
  readonly file: string;
  readonly bytes: number;
  /** The source files that remain after tree shaking. */
  readonly holds: readonly string[];
}

const all: readonly Bundle[] = Object.values(outputs).flatMap(({ entryPoint, bytes, inputs: found }) => {
  if (entryPoint === undefined) return [];
  const held = Object.entries(found).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return [{ file: entryPoint.replace('lambda:', ''), bytes, holds: held.map(([path]) => path) }];
});
const each = all.map((bundle) => [bundle.file, bundle] as const);
const assistantFile = handlerFile(assistant.call);
const importFile = 'imports/list-rows.ts';
const idempotentFiles = routes.filter(takesIdempotencyKey).map(handlerFile);

const domainsImportedBy = (file: string): readonly (string | undefined)[] =>
  (inputs[`functions/${file}`]?.imports ?? []).map(({ path }) => placeOf(path).domain);

describe('the bundles of functions', () => {
  test('exist for every file of functions/ and for no other file', () => {
    const written = readdirSync('functions', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replaceAll('\\', '/'));
    expect(deployedFiles.toSorted()).toEqual(written.toSorted());
    expect(all.map(({ file }) => file).sort()).toEqual(written.toSorted());
  });

  test.each(each)('the bundle of %s contains no I/O code of another domain', (file, { holds }) => {
    // The middleware stack authenticates callers, counts their requests, and claims idempotency keys for endpoints that accept them.
    const ofTheStack = idempotentFiles.includes(file)
      ? ['auth', 'api-keys', 'test-mode', 'request-limits', 'idempotency']
      : ['auth', 'api-keys', 'test-mode', 'request-limits'];
    const ofCreators = file.startsWith('creator/') ? ['creator-sessions'] : [];
    const own = [...domainsImportedBy(file), ...ofTheStack, ...ofCreators];
    const foreign = holds.filter((path) => {
      const { domain, room } = placeOf(path);
      return domain !== undefined && ['store', 'link'].includes(room) && !own.includes(domain);
    });
    expect(foreign).toEqual([]);
  });

  test('a bundle contains the idempotency store if and only if its endpoint accepts an idempotency key', () => {
    const holding = all.filter(({ holds }) => holds.includes('lib/foundation/idempotency/store.ts'));
    expect(holding.map(({ file }) => file).toSorted()).toEqual(idempotentFiles.toSorted());
    expect(idempotentFiles).toContain('campaigns/create.ts');
  });

  test('the bundle of GET /v1/affiliates/{id} contains no file of unrelated domains', () => {
    const { holds = [] } = all.find(({ file }) => file === 'affiliates/get.ts') ?? {};
    expect(holds.map((path) => placeOf(path).domain)).toContain('affiliates');
    const unrelated = ['campaigns', 'discounts', 'tracking', 'figures', 'commissions', 'payouts'];
    expect(holds.filter((path) => unrelated.includes(placeOf(path).domain ?? ''))).toEqual([]);
  });

  test('no bundle except those of the console and the portal contains a page or the page library', () => {
    const holding = all.filter(({ holds }) =>
      holds.some((path) => path.startsWith('lib/pages/') || path.includes('node_modules/hono/')),
    );
    const withSessions = pageFunctions.filter(({ hasSessions }) => hasSessions);
    expect(holding.map(({ file }) => file).toSorted()).toEqual(
      withSessions.map(({ file }) => file).toSorted(),
    );
  });

  const scheduled = Object.values<ScheduledFunction>(scheduledFunctions);
  const changesKeys = (file: string) =>
    scheduled.some((source) => source.file === file && source.changesSigningKeys);

  test.each(each)('the bundle of %s contains only the AWS clients that it needs', (file, { holds }) => {
    // The link function has its own client.
    const isMinimal =
      [fallbackFile, linkFile, ...pageFunctions.map((its) => its.file)].includes(file) ||
      file.startsWith('logs/');
    const readsSecret =
      Object.values<QueueFunction>(queueFunctions).some(
        (source) => source.file === file && source.readsPaymentKey === true,
      ) ||
      routes.some(
        (route) =>
          handlerFile(route) === file && (route.signsTokens === true || route.readsPaymentKey === true),
      );
    const expected = [
      ...(isMinimal ? [] : ['lib/foundation/aws/dynamodb.ts']),
      ...(readsSecret || changesKeys(file) ? ['lib/foundation/aws/secrets-manager.ts'] : []),
    ];
    const clients = holds.flatMap((path) => {
      const [client] =
        /@aws-sdk\/(?!util-)[\w-]*|^lib\/foundation\/aws\/(?:dynamodb|secrets-manager)\.ts$/.exec(path) ?? [];
      return client ?? [];
    });
    expect([...new Set(clients)].toSorted()).toEqual(expected.toSorted());
  });

  test('every bundle imports the mapping of stack traces and the zod settings before any schema', () => {
    const settings = ['infra/before-handler/source-lines.ts', 'infra/before-handler/zod-settings.ts'];
    for (const file of deployedFiles) {
      const imported = inputs[`lambda:${file}`]?.imports.map(({ path }) => path) ?? [];
      const count = file === linkFile ? 1 : 2;
      expect([file, ...imported.slice(0, count)]).toEqual([file, ...settings.slice(0, count)]);
    }
  });

  test('every bundle has a source map of our own sources and of no package', () => {
    for (const file of deployedFiles) {
      const map = JSON.parse(readFileSync(join(bundleDirectory(bundles, file), 'index.mjs.map'), 'utf8'));
      expect(
        map.sources.filter((source: string) => !/^(lib|functions|infra)\/[\w/-]+\.ts$/.test(source)),
      ).toEqual([]);
      expect(map.sources.join()).toContain(`functions/${file}`);
    }
  });

  test('each bundle is smaller than its own limit or that of all others, and the largest uses at least 90% of it', () => {
    const own: Readonly<Record<string, keyof typeof bundleLimits>> = {
      [linkFile]: 'link',
      [assistantFile]: 'assistant',
      [importFile]: 'imports',
      'queues/write-exports.ts': 'imports',
      'pages/console.ts': 'console',
      'pages/portal.ts': 'portal',
    };
    const groups = Map.groupBy(all, ({ file }) => own[file] ?? 'others');
    expect([...groups.keys()].toSorted()).toEqual(Object.keys(bundleLimits).toSorted());
    for (const [name, bundles] of groups) {
      const [largest] = bundles.toSorted((one, other) => other.bytes - one.bytes);
      const kilobytes = (largest?.bytes ?? 0) / 1024;
      expect(kilobytes, largest?.file).toBeLessThanOrEqual(bundleLimits[name]);
      // A limit that is much too high does not notice a package that joins a bundle.
      expect(kilobytes, largest?.file).toBeGreaterThan(bundleLimits[name] * 0.9);
    }
  });

  test('no bundle contains the generator of the OpenAPI document', () => {
    const makers = (path: string) => /zod-openapi|lib\/surface\/api\/openapi/.test(path);
    expect(existsSync('lib/surface/api/openapi.ts')).toBe(true);
    expect(all.flatMap(({ holds }) => holds.filter(makers))).toEqual([]);
  });

  test('no bundle contains the generator of the pages', () => {
    const makers = (path: string) =>
      /node_modules\/(marked|github-slugger|minisearch)|lib\/surface\/pages\/(?!handler|paths|site\.ts|snippet\.ts)/.test(
        path,
      );
    expect(existsSync('lib/surface/pages/render-site.ts')).toBe(true);
    expect(all.flatMap(({ holds }) => holds.filter(makers))).toEqual([]);
  });

  test('the bundle of the tracking link contains no zod, middy or SDK', () => {
    const { holds = [] } = all.find(({ file }) => file === linkFile) ?? {};
    expect(holds).toContain('lib/clicks/tracking/link/follow.ts');
    const large =
      /node_modules\/(@middy|zod|zod-openapi|@aws-sdk|jose|ulid|@smithy\/core\/.*(?:retry|schema|endpoints))|lib\/[\w-]+\/[\w-]+\/(schema|routes|store)(\.ts|\/)|lib\/foundation\/table\/client\.ts|lib\/surface\/http\/(endpoint|middlewares|validation)\.ts/;
    expect(holds.filter((path) => large.test(path))).toEqual([]);
    const packages = holds.flatMap((path) => /node_modules\/((?:@[\w-]+\/)?[\w-]+)/.exec(path)?.[1] ?? []);
    expect(new Set(packages)).toEqual(new Set(['isbot']));
  });

  test('the bundle of the tracking link contains no keys and environment variables of other functions', () => {
    const { holds = [] } = all.find(({ file }) => file === linkFile) ?? {};
    const declaring = /lib\/foundation\/(shared\/[\w-]*environment\.ts|table\/keys\/)/;
    expect(holds.filter((path) => declaring.test(path)).toSorted()).toEqual([
      'lib/foundation/shared/link-environment.ts',
      'lib/foundation/table/keys/link-keys.ts',
    ]);
  });
});

const lambdaVariables = {
  TABLE_NAME: process.env.TABLE_NAME,
  STAGE: 'dev',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token',
  AWS_ENDPOINT_URL_DYNAMODB: process.env.DYNAMODB_ENDPOINT,
  LOG_LEVEL: 'SILENT',
};

/** Runs a script like Lambda: one file, credentials in the environment, and no project around it. */
function runLikeLambda(script: string, variables: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: bundles.directory,
    encoding: 'utf8',
    env: { ...lambdaVariables, ...variables },
  });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const moduleOf = (file: string): string => JSON.stringify(join(bundleDirectory(bundles, file), 'index.mjs'));
const handlerOf = (file: string): string => `(await import(${moduleOf(file)})).handler`;
const tell = (promised: string): string =>
  `${promised}.then((told) => process.stdout.write(JSON.stringify(told)));`;

describe('a bundle in a Lambda-like process', () => {
  test('calls the table with the credentials of the environment', () => {
    const event = {
      headers: {},
      isBase64Encoded: false,
      requestContext: { requestId: 'one', http: { method: 'GET', sourceIp: '203.0.113.7' } },
    };
    const call = `${handlerOf('service/health.ts')}(${JSON.stringify(event)})`;
    expect(runLikeLambda(tell(call))).toMatchObject({
      statusCode: 200,
      body: '{"data":{"status":"ok","commit":"unknown"}}',
    });
  });

  test('the bundle of the pages serves the home page without the demo accounts of the local stage, and with the address of the stage', () => {
    const event = {
      headers: {},
      rawPath: '/',
      requestContext: { requestId: 'one', http: { method: 'GET', sourceIp: '203.0.113.7' } },
    };
    const call = `${handlerOf(pagesFile)}(${JSON.stringify(event)})`;
    const { statusCode, body } = runLikeLambda(tell(call), { API_URL: 'https://api.acme.test/v1' });
    expect([statusCode, body]).toEqual([200, expect.stringContaining('API=https://api.acme.test/v1')]);
    expect(body).not.toMatch(/demo|localhost/i);
  });

  test('returns an empty state at the end of a stream window without records', () => {
    const call = `${handlerOf('streams/aggregate-clicks.ts')}({ shardId: 'shard', isFinalInvokeForWindow: true })`;
    expect(runLikeLambda(tell(call))).toEqual({ state: {} });
  });

  test('the tracking link starts without the modules of `performance`, which take a millisecond to load', () => {
    const loaded = `${handlerOf(linkFile)}, process.moduleLoadList`;
    expect(runLikeLambda(tell(`Promise.resolve((${loaded}))`))).not.toContain('NativeModule perf_hooks');
  });

  test('shows the source line of a failure in its stack trace', () => {
    const call = `${handlerOf('streams/aggregate-clicks.ts')}({ Records: [] }).catch(({ stack }) => stack)`;
    expect(runLikeLambda(tell(call))).toMatch(
      /has no shardId.*\n.*lib\/foundation\/streams\/changes\.ts:\d+/,
    );
  });
});

/** Serves every AWS call with an empty response, and records the names of the calls. */
async function serveAws() {
  const calls: string[] = [];
  const server = createServer(({ headers }, response) => {
    calls.push(String(headers['x-amz-target']).replace(/^.*\./, ''));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { calls, address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

interface Loaded {
  /** The type of the export `handler`. */
  readonly handler: string;
  readonly schemas: number;
  readonly calls: readonly string[];
}

/**
 * Loads all bundles in one process, and counts the zod schemas and the AWS calls of each. Each bundle has its own endpoint, so that a
 * slow machine cannot assign a call to the next bundle.
 */
async function loadAll(): Promise<ReadonlyMap<string, Loaded>> {
  const endpoints = await Promise.all(deployedFiles.map(async (file) => ({ file, ...(await serveAws()) })));
  const loading = endpoints.map(
    ({ file, address }) =>
      `made = 0; process.env.AWS_ENDPOINT_URL = '${address}'; found.push([typeof ${handlerOf(file)}, made]);`,
  );
  const script = `let made = 0; const found = [];
    globalThis.__zod_globalConfig = { postProcessor: () => { made += 1; } };
    ${loading.join('\n')} ${tell('Promise.resolve(found)')}`;
  const { AWS_ENDPOINT_URL_DYNAMODB: _, ...variables } = lambdaVariables;
  const env = { ...variables, SIGNING_KEYS_SECRET: 'keys' };
  const options = ['--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, options, { env });
  for (const { close } of endpoints) close();
  const found: readonly (readonly [string, number])[] = JSON.parse(stdout);
  return new Map(
    endpoints.map(({ file, calls }, index) => {
      const [handler = '', schemas = 0] = found[index] ?? [];
      return [file, { handler, schemas, calls }];
    }),
  );
}

describe('the bundles of functions before the first request', () => {
  let loaded: ReadonlyMap<string, Loaded>;
  beforeAll(async () => {
    loaded = await loadAll();
  });

  test('every bundle loads and exports its handler', () => {
    expect(new Set([...loaded.values()].map(({ handler }) => handler))).toEqual(new Set(['function']));
  });

  test('no bundle creates more than 1,280 zod schemas, except the MCP server, the preview of imports and the worker of exports', () => {
    // The MCP server knows all routes, and an import everything that a program has. The columns of exports follow from the schemas of responses.
    const large = [assistantFile, importFile, 'queues/write-exports.ts'];
    const many = [...loaded].filter(([file, { schemas }]) => schemas > 1280 && !large.includes(file));
    expect(many).toEqual([]);
    expect(Math.max(...[...loaded.values()].map(({ schemas }) => schemas))).toBeGreaterThan(50);
  });

  test.each(routes)(
    'the bundle of $name makes at most one table call, which its contract allows, and reads private keys only if it signs tokens',
    (route) => {
      const { actions } = tableAccessOf(route);
      const asked = loaded.get(handlerFile(route))?.calls ?? [];
      const ofTheTable = asked.filter((action) => action !== 'GetSecretValue');
      expect(actions).toEqual(expect.arrayContaining(ofTheTable));
      expect(ofTheTable).toHaveLength(actions.some((action) => /^(Batch)?GetItem$/.test(action)) ? 1 : 0);
      expect(asked.includes('GetSecretValue')).toBe(route.signsTokens === true);
    },
  );

  test('the bundle of a background function makes no call', () => {
    const others = deployedFiles.filter((file) => !routes.map(handlerFile).includes(file));
    expect(others.map((file) => loaded.get(file)?.calls)).toEqual(others.map(() => []));
  });
});

// What is in the bundles, by esbuild's own account: what a function needs, and nothing else. And that they run.
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { leanFile } from '#infra/constructs/bundle-plugins.ts';
import { bundleDirectory, deployedFiles } from '#infra/constructs/bundles.ts';
import { type ScheduledFunction, scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { fallbackFile, handlerFile, routes } from '#lib/api/routes.ts';
import { tableAccessOf, takesIdempotencyKey, usesSigningKeys } from '#lib/contract/route.ts';
import { bundleForTest } from '#test/support/stack.ts';

const bundles = await bundleForTest();
const { inputs, outputs } = bundles.metafile;

interface Bundle {
  readonly file: string;
  readonly bytes: number;
  /** All that is left in it after what is unused was taken out. */
  readonly holds: readonly string[];
}

const all: readonly Bundle[] = Object.values(outputs).flatMap(({ entryPoint, bytes, inputs: found }) => {
  if (entryPoint === undefined) return [];
  const held = Object.entries(found).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return [{ file: entryPoint.replace('lambda:', ''), bytes, holds: held.map(([path]) => path) }];
});
const aboutAllDomains = ['service/openapi.ts', fallbackFile];
const each = all.map((bundle) => [bundle.file, bundle] as const);

/** `lib/click-statistics/store/aggregate-clicks.ts` → `['clicks', 'fold']`; undefined for what belongs to no domain. */
function domainFile(path: string): readonly [domain: string, name: string] | undefined {
  const [, domain = '', name = ''] = /^lib\/(\w+)\/([\w/-]+)\.ts$/.exec(path) ?? [];
  return ['', 'shared', 'aws', 'table', 'http', 'contract'].includes(domain) ? undefined : [domain, name];
}

/** What finding out who calls, and on which plan, takes: it is in every endpoint. */
const authentication = [
  'auth/schema',
  'auth/key-rules',
  'auth/signing-keys',
  'auth/signing-keys-source',
  'auth/store',
  'auth/tokens',
  'billing/plans',
  'brands/schema',
  'brands/rules',
];

const keyedFiles = routes.filter(takesIdempotencyKey).map(handlerFile);

/** What schemas are made of, in files of their own. */
const partsOfSchemas = [
  'tracking-code',
  'code',
  'kinds',
  'visit',
  'filters-schema',
  'statistics-schema',
  'stored-schema',
  'order-schema',
  'receipt-schema',
  'refund-schema',
];

/**
 * What is part of a domain's own transactions: money moves by the ledger, an order with what is earned by it, and a payout
 * with its commissions.
 */
const worksWith: Readonly<Record<string, readonly string[]>> = {
  commissions: ['ledger/store'],
  conversions: [
    'brands/salt',
    'brands/salting',
    'clicks/recording',
    'clicks/stored',
    'commissions/entries',
    'commissions/present',
    'commissions/refunded',
    'commissions/store',
    'commissions/terms',
    'ledger/store',
  ],
  payouts: ['commissions/entries', 'commissions/store', 'ledger/store'],
};

const domainsImportedBy = (file: string): readonly string[] =>
  (inputs[`functions/${file}`]?.imports ?? []).flatMap(({ path }) => domainFile(path)?.[0] ?? []);

describe('a bundle', () => {
  test('is there for every file of functions/, and for no other', () => {
    const written = readdirSync('functions', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replaceAll('\\', '/'));
    expect(deployedFiles.toSorted()).toEqual(written.toSorted());
    expect(all.map(({ file }) => file).sort()).toEqual(written.toSorted());
  });

  test.each(each)('%s holds no other domain’s work', (file, { holds }) => {
    const isAboutAll = aboutAllDomains.includes(file);
    const besides = keyedFiles.includes(file) ? ['idempotency'] : [];
    const own = isAboutAll ? ['service'] : [...domainsImportedBy(file), ...besides];
    const along = own.flatMap((domain) => worksWith[domain] ?? []);
    const fromOthers = ['schema', ...(isAboutAll ? ['routes'] : ['rules']), ...partsOfSchemas];
    const foreign = holds.flatMap((path) => {
      const [domain, name] = domainFile(path) ?? [];
      if (domain === undefined || name === undefined) return [];
      const isMeant =
        own.includes(domain) ||
        [...authentication, ...along].includes(`${domain}/${name}`) ||
        fromOthers.includes(name);
      return isMeant ? [] : [path];
    });
    expect(foreign).toEqual([]);
  });

  test('holds what becomes of idempotency keys just where its endpoint takes them', () => {
    const holding = all.filter(({ holds }) => holds.includes('lib/idempotency/store.ts'));
    expect(holding.map(({ file }) => file).toSorted()).toEqual(keyedFiles.toSorted());
    expect(keyedFiles).toContain('campaigns/create.ts');
  });

  test('of one creator holds nothing of campaigns, discounts, clicks or commissions', () => {
    const { holds = [] } = all.find(({ file }) => file === 'affiliates/get.ts') ?? {};
    expect(holds).toContain('lib/affiliates/store.ts');
    expect(holds.filter((path) => /^lib\/(campaigns|discounts|clicks|commissions)\//.test(path))).toEqual([]);
  });

  const scheduled = Object.values<ScheduledFunction>(scheduledFunctions);
  const changesKeys = (file: string) =>
    scheduled.some((source) => source.file === file && source.changesSigningKeys);
  const isUnattended = (file: string) => /^(streams|schedules)\//.test(file);

  test.each(each)(
    '%s speaks to the table, the signing keys and the dead letters only where it has to',
    (file, { holds }) => {
      // The link's function has a client of its own.
      const isLean = file === fallbackFile || file === leanFile;
      const needsNoTable = scheduled.some(
        (source) => source.file === file && source.table.actions.length === 0,
      );
      const usesTable = !isLean && !needsNoTable;
      const readsKeys = !isLean && !isUnattended(file);
      const expected = [
        ...(usesTable ? ['infra/bundle-shims/client-dynamodb.ts'] : []),
        ...(readsKeys ? ['infra/bundle-shims/client-secrets-manager.ts'] : []),
        ...(changesKeys(file) ? ['@aws-sdk/client-secrets-manager'] : []),
        ...(file.startsWith('streams/') ? ['@aws-sdk/client-sqs'] : []),
      ];
      const clients = holds.flatMap((path) => {
        const [client] =
          /@aws-sdk\/(?:client|nested|credential)[\w-]*|^infra\/bundle-shims\/client-.*/.exec(path) ?? [];
        return client ?? [];
      });
      expect([...new Set(clients)].toSorted()).toEqual(expected.toSorted());
    },
  );

  test('begins with how stacks read, and with the settings of zod, which hold for schemas made after them', () => {
    const settings = ['infra/bundle-shims/source-lines.ts', 'infra/bundle-shims/zod-settings.ts'];
    for (const file of deployedFiles) {
      const imported = inputs[`lambda:${file}`]?.imports.map(({ path }) => path) ?? [];
      const count = file === leanFile ? 1 : 2;
      expect([file, ...imported.slice(0, count)]).toEqual([file, ...settings.slice(0, count)]);
    }
  });

  test('has a map of our own sources, and of no package', () => {
    for (const file of deployedFiles) {
      const map = JSON.parse(readFileSync(join(bundleDirectory(bundles, file), 'index.mjs.map'), 'utf8'));
      expect(
        map.sources.filter((source: string) => !/^(lib|functions|infra)\/[\w/-]+\.ts$/.test(source)),
      ).toEqual([]);
      expect(map.sources.join()).toContain(`functions/${file}`);
    }
  });

  /** The document is 215 KB of its own. Orders ask the table in every way that there is: by key, by query, by transaction. */
  const limits: Readonly<Record<string, number>> = {
    [leanFile]: 40,
    [fallbackFile]: 120,
    'service/openapi.ts': 370,
    'conversions/create.ts': 180,
    'conversions/create-bulk.ts': 180,
  };

  test.each(each)('%s is no larger than it must be', (file, { bytes }) => {
    const kilobytes = limits[file] ?? (isUnattended(file) ? 290 : 175);
    expect(bytes).toBeLessThan(kilobytes * 1024);
  });

  test('makes no document of the interface: it is ready made', () => {
    const makers = (path: string) => /zod-openapi|lib\/contract\/openapi/.test(path);
    expect(all.flatMap(({ holds }) => holds.filter(makers))).toEqual([]);
  });

  test('of the tracking link holds nothing that others are large by', () => {
    const { holds = [] } = all.find(({ file }) => file === leanFile) ?? {};
    expect(holds).toContain('lib/tracking/link/follow.ts');
    const large =
      /node_modules\/(@middy|zod|zod-openapi|@aws-sdk|jose|ulid|@smithy\/core\/.*(?:retry|schema|endpoints))|lib\/\w+\/(schema|routes|store)\.ts|lib\/table\/client\.ts|lib\/http\/(endpoint|middlewares|validation)\.ts/;
    expect(holds.filter((path) => large.test(path))).toEqual([]);
    const packages = holds.flatMap((path) => /node_modules\/((?:@[\w-]+\/)?[\w-]+)/.exec(path)?.[1] ?? []);
    expect(new Set(packages)).toEqual(new Set(['isbot', '@smithy/core', '@smithy/signature-v4']));
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

/** As Lambda has it: one file, the environment, credentials in it, no project around. */
function runInLambdasStead(script: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: bundles.directory,
    encoding: 'utf8',
    env: lambdaVariables,
  });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const moduleOf = (file: string): string => JSON.stringify(join(bundleDirectory(bundles, file), 'index.mjs'));
const handlerOf = (file: string): string => `(await import(${moduleOf(file)})).handler`;
const tell = (promised: string): string =>
  `${promised}.then((told) => process.stdout.write(JSON.stringify(told)));`;

describe('run as in Lambda', () => {
  test('every bundle loads and exports its handler', () => {
    const kinds = deployedFiles.map((file) => `typeof ${handlerOf(file)}`).join(', ');
    const found = runInLambdasStead(tell(`Promise.resolve([${kinds}])`));
    expect(new Set(found)).toEqual(new Set(['function']));
  });

  test('the table answers to the credentials of the environment', () => {
    const event = {
      headers: {},
      isBase64Encoded: false,
      requestContext: { requestId: 'one', http: { method: 'GET', sourceIp: '203.0.113.7' } },
    };
    const call = `${handlerOf('service/health.ts')}(${JSON.stringify(event)})`;
    expect(runInLambdasStead(tell(call))).toMatchObject({
      statusCode: 200,
      body: '{"data":{"status":"ok"}}',
    });
  });

  test('the end of a window, which has no records, is answered with a state', () => {
    const call = `${handlerOf('streams/aggregate-clicks.ts')}({ shardId: 'shard', isFinalInvokeForWindow: true })`;
    expect(runInLambdasStead(tell(call))).toEqual({ state: {} });
  });

  test('few schemas are made before the first request: others wait until they are needed', () => {
    const counting = 'let made = 0; globalThis.__zod_globalConfig = { postProcessor: () => { made += 1; } };';
    const loads = deployedFiles.map(
      (file) => `made = 0; await import(${moduleOf(file)}); counts.push(made);`,
    );
    const script = `${counting} const counts = []; ${loads.join('\n')} ${tell('Promise.resolve(counts)')}`;
    const counts: readonly number[] = runInLambdasStead(script);
    const many = deployedFiles.filter((file, index) => (counts[index] ?? 0) > 170 && file !== fallbackFile);

    expect(many).toEqual([]);
    expect(Math.max(...counts)).toBeGreaterThan(50);
  });

  test('a failure names the line of the source', () => {
    const call = `${handlerOf('streams/aggregate-clicks.ts')}({ Records: [] }).catch(({ stack }) => stack)`;
    expect(runInLambdasStead(tell(call))).toMatch(/names no shard.*\n.*lib\/table\/stream\.ts:\d+/);
  });
});

/** Loads all bundles, one after the other, and tells what each of them asked of AWS meanwhile. */
async function askedWhileLoading(): Promise<ReadonlyMap<string, readonly string[]>> {
  const askedBy = new Map<string, readonly string[]>();
  let asked: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const target = headers['x-amz-target'];
    if (target === undefined) {
      askedBy.set(url.slice(1), asked);
      asked = [];
    } else {
      asked.push(String(target).replace(/^.*\./, ''));
    }
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const loading = deployedFiles.map(
    (file) => `await import(${moduleOf(file)}); await fetch('${address}/${file}');`,
  );
  const { AWS_ENDPOINT_URL_DYNAMODB: _, ...variables } = lambdaVariables;
  const env = { ...variables, SIGNING_KEYS_SECRET: 'keys', AWS_ENDPOINT_URL: address };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loading.join('\n')], { env });
  server.close();
  return askedBy;
}

describe('before its first request', () => {
  let askedBy: Awaited<ReturnType<typeof askedWhileLoading>>;
  beforeAll(async () => {
    askedBy = await askedWhileLoading();
  });

  test.each(routes)(
    '$name asks the table once, as its role allows, and for the keys where it needs them',
    (route) => {
      const { actions } = tableAccessOf(route);
      const asked = askedBy.get(handlerFile(route)) ?? [];
      const ofTheTable = asked.filter((action) => action !== 'GetSecretValue');
      expect(actions).toEqual(expect.arrayContaining(ofTheTable));
      expect(ofTheTable).toHaveLength(actions.some((action) => /^(Batch)?GetItem$/.test(action)) ? 1 : 0);
      expect(asked.includes('GetSecretValue')).toBe(usesSigningKeys(route));
    },
  );

  test('what nobody waits for asks nothing', () => {
    const others = deployedFiles.filter((file) => !routes.map(handlerFile).includes(file));
    expect(others.map((file) => askedBy.get(file))).toEqual(others.map(() => []));
  });
});

// What is in the bundles, by esbuild's own account: what a function needs, and nothing else. And that they run.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleDirectory, deployedFiles } from '#infra/constructs/bundles.ts';
import { fallbackFile } from '#lib/contract/routes.ts';
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
  return [{ file: entryPoint.replace('functions/', ''), bytes, holds: held.map(([path]) => path) }];
});
const aboutAllDomains = ['service/openapi.ts', fallbackFile];
const each = all.map((bundle) => [bundle.file, bundle] as const);

/** `lib/clicks/fold.ts` → `['clicks', 'fold']`; undefined for what belongs to no domain. */
function domainFile(path: string): readonly [domain: string, name: string] | undefined {
  const [, domain = '', name = ''] = /^lib\/(\w+)\/([\w-]+)\.ts$/.exec(path) ?? [];
  return ['', 'shared', 'table', 'http', 'contract'].includes(domain) ? undefined : [domain, name];
}

/** What finding out who calls, and on which plan, takes: it is in every endpoint. */
const authentication = [
  'auth/schema',
  'auth/signing-keys',
  'auth/store',
  'auth/tokens',
  'billing/plans',
  'brands/schema',
];

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
    const own = isAboutAll ? ['service'] : domainsImportedBy(file);
    const fromOthers = isAboutAll ? ['schema', 'routes'] : ['schema', 'rules'];
    const foreign = holds.flatMap((path) => {
      const [domain, name] = domainFile(path) ?? [];
      if (domain === undefined || name === undefined) return [];
      const isMeant =
        own.includes(domain) || authentication.includes(`${domain}/${name}`) || fromOthers.includes(name);
      return isMeant ? [] : [path];
    });
    expect(foreign).toEqual([]);
  });

  test('of one creator holds nothing of campaigns, discounts, clicks or commissions', () => {
    const { holds = [] } = all.find(({ file }) => file === 'affiliates/get.ts') ?? {};
    expect(holds).toContain('lib/affiliates/store.ts');
    expect(holds.filter((path) => /^lib\/(campaigns|discounts|clicks|commissions)\//.test(path))).toEqual([]);
  });

  test.each(each)(
    '%s holds no client of AWS but those of the table and of the signing keys',
    (file, { holds }) => {
      const clients = holds.flatMap(
        (path) => /@aws-sdk\/((?:client|nested|credential)[\w-]*)/.exec(path)?.[1] ?? [],
      );
      const readsKeys = !file.startsWith('streams/') && file !== fallbackFile;
      const expected = [
        ...(file === fallbackFile ? [] : ['client-dynamodb']),
        ...(readsKeys ? ['client-secrets-manager'] : []),
      ];
      expect([...new Set(clients)].sort()).toEqual(expected);
    },
  );

  test('runs the client of the signing keys only once they are asked for', () => {
    const client = /client-secrets-manager/;
    const ways = Object.entries(inputs).flatMap(([from, { imports }]) =>
      imports
        .filter(({ path }) => client.test(path) && !client.test(from))
        .map(({ kind }) => `${kind} in ${from}`),
    );
    expect(ways).toEqual(['dynamic-import in lib/auth/signing-keys.ts']);
  });

  test.each(each)('%s is no larger than it must be', (file, { bytes }) => {
    const kilobytes = file === fallbackFile ? 150 : file.startsWith('streams/') ? 370 : 500;
    expect(bytes).toBeLessThan(kilobytes * 1024);
  });
});

/** As Lambda has it: one file, the environment, credentials in it, no project around. */
function runInLambdasStead(script: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--enable-source-maps', '-e', script], {
    cwd: bundles.directory,
    encoding: 'utf8',
    env: {
      TABLE_NAME: process.env.TABLE_NAME,
      STAGE: 'dev',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_SESSION_TOKEN: 'token',
      AWS_ENDPOINT_URL_DYNAMODB: process.env.DYNAMODB_ENDPOINT,
      POWERTOOLS_LOG_LEVEL: 'SILENT',
    },
  });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const handlerOf = (file: string): string =>
  `require(${JSON.stringify(join(bundleDirectory(bundles, file), 'index'))}).handler`;
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
    const call = `${handlerOf('streams/fold-clicks.ts')}({ shardId: 'shard', isFinalInvokeForWindow: true })`;
    expect(runInLambdasStead(tell(call))).toEqual({ state: {} });
  });

  test('a failure names the line of the source', () => {
    const call = `${handlerOf('streams/fold-clicks.ts')}({ Records: [] }).catch(({ stack }) => stack)`;
    expect(runInLambdasStead(tell(call))).toMatch(/names no shard.*\n.*lib\/table\/stream\.ts:\d+/);
  });
});

// Tests that the package of the TypeScript client works for a stranger: small, without dependencies, with types, and with nothing but
// the interfaces of the web.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { buildClient, bundleClient } from '#infra/tools/build-client.ts';
import type * as sdk from '#lib/client/index.ts';

const maxBytes = 15.75 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
const onWindows = process.platform === 'win32';
const npm = (...args: readonly string[]): string =>
  execFileSync('npm', args, { cwd: folder, encoding: 'utf8', shell: onWindows });

beforeAll(async () => {
  await buildClient(join(folder, 'dist'));
  npm('pack', './dist', '--silent');
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  npm('install', './creator-affiliate-service-0.1.0.tgz', '--offline', '--ignore-scripts', '--silent');
});

test('the installed package has no dependency', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    'creator-affiliate-service',
  ]);
  const installed = join(folder, 'node_modules/creator-affiliate-service');
  expect(readdirSync(installed).toSorted()).toEqual(['client', 'package.json']);
  expect(readFileSync(join(installed, 'client/index.js'), 'utf8')).not.toMatch(/^import |\brequire\(|node:/m);
});

test('Node imports the installed package', () => {
  const script = `import('creator-affiliate-service/client').then((all) => console.log(Object.keys(all).toSorted().join()))`;
  expect(execFileSync(process.execPath, ['--eval', script], { cwd: folder, encoding: 'utf8' }).trim()).toBe(
    'ApiError,ConnectionError,WebhookVerificationError,createClient,isApiError,verifyWebhook',
  );
});

test('the installed command runs, and refuses to work without a key', () => {
  const command = (...args: readonly string[]) =>
    spawnSync('npx', ['--offline', 'creator-affiliate-service', ...args], {
      cwd: folder,
      encoding: 'utf8',
      shell: onWindows,
      env: { ...process.env, API_KEY: '' },
    });
  expect(command('payouts', 'create', '--help').stdout).toContain('--excludeAffiliateIds <text>');
  const { status, stderr } = command('payouts', 'create');
  expect([status, stderr.trim()]).toEqual([
    2,
    'Set API_KEY to an API key, and API_URL to the address of the API with /v1',
  ]);
});

const consumer = `
import { createClient, isApiError, verifyWebhook, type Conversion } from 'creator-affiliate-service/client';
const client = createClient({ baseUrl: 'https://api.example.test/v1', apiKey: 'sk_test_1' });
export async function main(): Promise<string> {
  for await (const order of client.conversions.list({ attribution: ['attributed'] })) order.amount.toFixed(2);
  const recorded: Conversion = await client.conversions.create({ orderId: '1', amount: 1 });
  const [result] = await client.conversions.createBulk({ conversions: [] });
  if (result?.status === 'failed') return result.error.message;
  const error: unknown = undefined;
  if (isApiError(error, 'order_id_reused')) return error.code satisfies 'order_id_reused';
  const event = await verifyWebhook('', new Headers(), 'whsec_');
  if (event.type === 'payout.paid') return String(event.data.amount);
  // A later version can return another kind.
  const kind: 'sale' | 'lead' | 'signup' | (string & {}) = recorded.kind;
  // @ts-expect-error A request accepts only known values.
  await client.conversions.create({ orderId: '1', amount: 1, kind: 'gift' });
  // @ts-expect-error A response can have values that this version does not know.
  return recorded.kind satisfies 'sale' | 'lead' | 'signup';
}
`;

test('the types of the installed package are right without the types of Node', () => {
  writeFileSync(join(folder, 'consumer.ts'), consumer);
  const settings = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    types: [],
    lib: ['es2023', 'dom'],
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, files: ['consumer.ts'] }),
  );
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  expect(() =>
    execFileSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' }),
  ).not.toThrow();
});

test('the minified client has at most 15.75 KB, and works with only the interfaces of the web', async () => {
  const outfile = join(folder, 'client.js');
  await bundleClient({ outfile, minify: true, format: 'iife', globalName: 'sdk' });
  const script = readFileSync(outfile, 'utf8');
  expect(script.length).toBeLessThanOrEqual(maxBytes);
  const answers = [
    Response.json({ data: [{ id: 'aff_1' }], meta: { cursor: null } }),
    new Response(null, { status: 204 }),
  ];
  const fetch = async () => answers.shift();
  const interfaces = [
    ...(['AbortSignal', 'Headers', 'TextDecoder', 'TextEncoder', 'URLSearchParams', 'atob'] as const),
    ...(['clearTimeout', 'crypto', 'setTimeout'] as const),
  ];
  const web = Object.fromEntries(interfaces.map((name) => [name, globalThis[name]]));
  const context = createContext({ ...web, fetch });
  const { createClient }: typeof sdk = runInContext(`${script};sdk`, context);
  const client = createClient({ baseUrl: 'https://api.example.test/v1', apiKey: 'sk_live_1' });
  expect(await Array.fromAsync(client.affiliates.list())).toEqual([{ id: 'aff_1' }]);
  expect(await client.campaigns.delete('cmp_1')).toBeUndefined();
});

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineProgram, freePort } from '#infra/local/engine.ts';
import { isRunning } from '#infra/local/processes.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { problemsOf, smokeChecksOf } from '#infra/tools/smoke.ts';
import type { Json } from '#test/support/json.ts';
import {
  type LocalStage,
  newDataDirectory,
  sendRaw,
  startLocalStage,
  until,
} from '#test/support/local-stage.ts';

const run = promisify(execFile);
const dataDirectory = newDataDirectory();
let port = 0;
let stage: LocalStage;
let token = '';

const linkDomains = JSON.stringify({ 'go.growth.test': 'growth' });

const start = (settings: Record<string, string> = {}): Promise<LocalStage> =>
  startLocalStage({
    PORT: String(port),
    DATA_DIR: dataDirectory,
    REQUEST_LIMITS: '',
    LINK_DOMAINS: linkDomains,
    ...settings,
  });

const sendRequest = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://localhost:${port}/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });

const json = async (response: Response): Promise<Json> => response.json();

const post = (path: string, body: unknown): Promise<Response> =>
  sendRequest(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

async function login(): Promise<void> {
  const answer = await post('/auth/brand/login', {
    email: 'admin@growth.test',
    password: 'local-demo-password',
  });
  token = (await json(answer)).data.accessToken;
}

const enginePid = (): number => readStageFile(dataDirectory)?.enginePid ?? 0;

beforeAll(async () => {
  port = await freePort();
  stage = await start();
  await login();
});

afterAll(async () => {
  stage.process.kill('SIGTERM');
  await stage.exitCode;
});

describe('a running local stage', () => {
  test('prints its URL and the demo accounts', () => {
    expect(stage.output).toContain(`http://localhost:${port}/v1`);
    for (const account of ['admin@starter.test', 'member@growth.test', 'admin@scale.test']) {
      expect(stage.output).toContain(account);
    }
    expect(stage.output).toContain('local-demo-password');
  });

  test.each(['console', 'creators'])(
    'signs in to the pages below /%s of a demo brand with one click',
    async (pages) => {
      const [address = ''] = new RegExp(`http\\S+/${pages}/demo-sign-in`).exec(stage.output) ?? [];
      const answer = await fetch(`${address}?as=growth`, { redirect: 'manual' });
      const location = answer.headers.get('location') ?? '';
      expect([answer.status, location]).toEqual([303, expect.stringMatching(`^/${pages}`)]);
      const [cookie = ''] = answer.headers.getSetCookie();
      const page = await fetch(new URL(location, address), {
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      expect([page.url.endsWith(location), await page.text()]).toEqual([
        true,
        expect.stringContaining('Growth Demo'),
      ]);
    },
  );

  test('limits the requests of a brand like a deployed stage', async () => {
    const { headers } = await sendRequest('/me');
    expect(headers.get('x-ratelimit-limit')).toBe('600');
  });

  test('prints commands that work when copied', async () => {
    const { stdout } = await run('sh', ['-c', stage.output.slice(stage.output.indexOf('TOKEN='))]);
    expect(JSON.parse(stdout)).toMatchObject({ data: [{}, {}, {}], meta: { total: 14 } });
  });

  test('writes its address and settings to the stage file', () => {
    expect(readStageFile(dataDirectory)).toMatchObject({
      pid: stage.process.pid,
      port,
      baseUrl: `http://localhost:${port}/v1`,
      tableName: 'creator-affiliate-local',
      signingKeysFile: join(dataDirectory, 'signing-keys.json'),
    });
  });

  test('passes the smoke checks, which report failures of other URLs', async () => {
    const checks = smokeChecksOf({});
    expect(await problemsOf(`http://localhost:${port}/v1`, checks)).toEqual([]);
    expect(await problemsOf(`http://localhost:${port}/v2`, checks)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^GET http:\/\/localhost:\d+\/v2\/health returned 404: \{/),
      ]),
    );
    expect(await problemsOf(`http://localhost:${await freePort()}/v1`, checks)).toHaveLength(7);
  });

  test('the smoke test logs in as the user that --brand names, and fails with a wrong password', async () => {
    const file = join(dataDirectory, 'outputs.json');
    const outputs = {
      'creator-affiliate-dev': { ApiUrl: `http://localhost:${port}/v1` },
      'creator-affiliate-dev-edge': {},
    };
    writeFileSync(file, JSON.stringify(outputs));
    const smoke = (password: string) =>
      run(process.execPath, ['infra/tools/smoke.ts', file, '--brand', 'admin@growth.test'], {
        env: { ...process.env, SMOKE_PASSWORD: password },
      });
    expect((await smoke('local-demo-password')).stdout).toContain('passed the smoke test');
    await expect(smoke('wrong-password')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^creator-affiliate-dev failed the smoke test\. POST .* returned 401/),
    });
    await expect(smoke('')).rejects.toMatchObject({ stderr: expect.stringContaining('Set SMOKE_PASSWORD') });
  });

  test('the smoke test fails if the outputs are missing or contain no API', async () => {
    const file = join(dataDirectory, 'outputs-without-api.json');
    writeFileSync(file, JSON.stringify({ 'creator-affiliate-dev-edge': { WebAclArn: 'arn' } }));
    await expect(run(process.execPath, ['infra/tools/smoke.ts', file])).rejects.toMatchObject({
      stderr: `${file} contains no stack with an ApiUrl: deploy the stage with npm run deploy first\n`,
    });
    const missing = join(dataDirectory, 'no-outputs.json');
    await expect(run(process.execPath, ['infra/tools/smoke.ts', missing])).rejects.toMatchObject({
      stderr: `${missing} does not exist: deploy the stage with npm run deploy first\n`,
    });
  });

  test('the smoke test refuses a stage that keeps its data and names no account', async () => {
    const file = join(dataDirectory, 'outputs-of-prod.json');
    writeFileSync(
      file,
      JSON.stringify({ 'creator-affiliate-prod': { ApiUrl: `http://localhost:${port}/v1` } }),
    );
    await expect(run(process.execPath, ['infra/tools/smoke.ts', file])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('infra/stage.ts, prod: Set `account` and `region`'),
    });
  });

  test('runs the month of the guide with only a test key', async () => {
    const body = { name: 'Month', mode: 'test', scopes: ['*'] };
    const { key } = (await json(await post('/api-keys', body))).data;
    const environment = { ...process.env, API_KEY: key, API_URL: `http://localhost:${port}/v1` };
    const { stdout } = await run(process.execPath, ['test/guide/month.ts'], { env: environment });
    expect(stdout.replace(/now \S+|\d+\.\d seconds/g, '…')).toBe(
      [
        '3 creators invited from creators.csv',
        '3 discount codes created',
        '3 links followed',
        '12 orders recorded, 12 attributed',
        '2 orders refunded: one in part, one completely',
        '2 commissions approved by hand, 9 by the clock, …',
        '54.7 USD paid',
        'Report: 3 creators, 3 clicks, 12 orders, 54.7 paid',
        'Export: 12 commissions',
        'A month in …',
        '',
      ].join('\n'),
    );
  });

  test('the tour of the README with the TypeScript client works', async () => {
    const [, tour = ''] = /```js\n([\s\S]+?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    const client = new URL('../../lib/client/index.ts', import.meta.url).href;
    const file = join(dataDirectory, 'tour.mjs');
    writeFileSync(
      file,
      tour.replace('creator-affiliate-service/client', client).replace('localhost:3000', `localhost:${port}`),
    );
    const { stdout } = await run(process.execPath, [file]);
    expect(stdout).toContain("winner: 'click'");
    expect(stdout).toMatch(/Ada,.*4\.99/);
  });

  test('protects its signing keys with file mode 600', () => {
    expect(statSync(join(dataDirectory, 'signing-keys.json')).mode & 0o777).toBe(0o600);
  });

  test('shows a click in the statistics within 5 seconds', async () => {
    const clicks = async () => (await json(await sendRequest('/tracking/clicks'))).data.clicks;
    const before = await clicks();
    const recorded = await post('/tracking/ref/maya-lindqvist', { visitorId: 'visitor-of-this-test' });
    expect(recorded.status).toBe(201);
    expect(await until(clicks, (now) => now > before, 5000)).toBe(before + 1);
  });
});

describe('the local gateway', () => {
  test('returns 404 for an unknown path, 405 for a wrong method, and the allowed methods to OPTIONS', async () => {
    const unknown = await sendRequest('/nothing');
    expect(unknown.status).toBe(404);
    expect(await json(unknown)).toMatchObject({ statusCode: 404, error: 'Not Found' });
    const refused = await sendRequest('/billing', { method: 'PUT' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
    const asked = await sendRequest('/billing', { method: 'OPTIONS' });
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'GET, OPTIONS']);
  });

  test('returns no body for HEAD', async () => {
    const link = await sendRequest('/tracking/ref/maya-lindqvist', { method: 'HEAD', redirect: 'manual' });
    expect([link.status, await link.text()]).toEqual([302, '']);
    const refused = await sendRequest('/billing', { method: 'HEAD' });
    expect([refused.status, await refused.text()]).toEqual([405, '']);
  });

  test.each([300_000, 3_000_000])('returns 413 for a body of %i bytes', async (bytes) => {
    const refused = await post('/campaigns', JSON.stringify({ name: 'x'.repeat(bytes) }));
    expect(refused.status).toBe(413);
    expect(await json(refused)).toMatchObject({ statusCode: 413, error: 'Content Too Large' });
  });

  test('decodes a path parameter once', async () => {
    const once = await sendRequest('/tracking/ref/%6daya-lindqvist', { redirect: 'manual' });
    expect(once.status).toBe(302);
    const twice = await sendRequest('/tracking/ref/%256daya-lindqvist', { redirect: 'manual' });
    expect(twice.status).toBe(404);
  });

  test('returns the same response for a malformed id as for an unknown one', async () => {
    const bodies = await Promise.all(
      ['aff_01JD0000000000000000000000', 'no-id', 'x'.repeat(2000), '%F0%9F%98%80'].map(async (id) =>
        (await sendRequest(`/affiliates/${id}`)).text(),
      ),
    );
    expect(new Set(bodies).size).toBe(1);
  });

  test.each([
    ['GET /v1/affiliates/%zz HTTP/1.1', 404],
    ['GET /v1//affiliates HTTP/1.1', 404],
    ['GET /v1/affiliates/ HTTP/1.1', 404],
    ['GET //[ HTTP/1.1', 404],
    ['OPTIONS * HTTP/1.1', 404],
    ['PROPFIND /v1/nothing HTTP/1.1', 404],
    ['GET http://localhost/v1/health HTTP/1.1', 200],
    ['NONSENSE', 400],
  ])('the request line "%s" returns %i in JSON', async (line, status) => {
    const answer = await sendRaw(port, `${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head.toLowerCase()).toContain('x-request-id: ');
    if (status !== 200) expect(JSON.parse(body)).toMatchObject({ statusCode: status });
  });

  test.each([
    ['without a Host header', 'GET /v1/nothing HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'with an unknown Expect header',
      'GET /v1/nothing HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
  ])('a request %s returns a JSON 404 with a request id', async (_, request) => {
    const [head = '', body = ''] = (await sendRaw(port, request)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 404 .*x-request-id: /s);
    expect(JSON.parse(body)).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });

  test('the local stage follows a link on the domain of a brand, and answers its other paths like an unknown link', async () => {
    const patched = await sendRequest('/brand', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ linkPrefix: 'growth' }),
    });
    expect(patched.status).toBe(200);
    const invitation = { email: 'domain@creator.test', trackingCode: 'mia' };
    expect((await post('/affiliates/invite', invitation)).status).toBe(201);
    const statusOf = async (host: string, path: string) => {
      const answer = await sendRaw(
        port,
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      );
      return Number(answer.split(' ')[1]);
    };
    expect(await statusOf('go.growth.test', '/mia?sub1=bio')).toBe(302);
    expect(await statusOf('go.growth.test', '/v1/health')).toBe(404);
    expect(await statusOf('localhost', '/v1/health')).toBe(200);
    expect(await statusOf('localhost', '/mia')).toBe(404);
  });

  test('returns a different request id for each request', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await sendRequest('/health')).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a local stage that cannot start', () => {
  const refusalOf = async (settings: Record<string, string>): Promise<string> => {
    const refused = await start(settings);
    expect(await refused.exitCode).toBe(1);
    expect(refused.output.trimEnd().split('\n')).toHaveLength(1);
    return refused.output;
  };

  test('prints one line when another local stage is already running', async () => {
    expect(await refusalOf({})).toMatch(
      `already running: http://localhost:${port}/v1 (process ${stage.process.pid}`,
    );
    expect(await refusalOf({ PORT: String(await freePort()) })).toMatch('already running');
  });

  test('prints one line when another program uses the port', async () => {
    const other = createServer();
    const taken = await freePort();
    await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
    const directory = newDataDirectory();
    expect(await refusalOf({ PORT: String(taken), DATA_DIR: directory })).toMatch(`Port ${taken} is in use`);
    expect(existsSync(join(directory, 'stage.json'))).toBe(false);
    other.close();
  });

  test('prints one line when a setting is invalid', async () => {
    expect(await refusalOf({ PORT: '0' })).toMatch('PORT must be a whole number from 1 to 65535');
    expect(await refusalOf({ DATA_DIR: '/dev/null/x' })).toMatch(
      'The data directory /dev/null/x cannot be used: it is a file, or is below one',
    );
    expect(await refusalOf({ DYNAMODB_ENDPOINT: 'nonsense' })).toMatch('DYNAMODB_ENDPOINT must be');
    expect(await refusalOf({ WEBHOOKS_ALLOW_LOOPBACK: 'yes' })).toMatch(
      'WEBHOOKS_ALLOW_LOOPBACK must be true or false',
    );
    for (const LINK_DOMAINS of ['go.acme.test', '["go.acme.test"]'])
      expect(await refusalOf({ LINK_DOMAINS })).toMatch(
        'LINK_DOMAINS must be JSON such as {"go.acme.test":"acme"}',
      );
  });

  test('prints one line that says what to do when the database is damaged, and keeps the file', async () => {
    const directory = newDataDirectory();
    const file = join(directory, 'dynamodb.sqlite');
    writeFileSync(file, 'this is no database'.repeat(1000));
    const settings = { PORT: String(await freePort()), DATA_DIR: directory };
    expect(await refusalOf(settings)).toMatch(`The database ${file} cannot be opened. It may be damaged`);
    expect(readdirSync(directory).toSorted()).toEqual([
      'dynamodb.sqlite',
      'pages-secret',
      'payment-key',
      'signing-keys.json',
    ]);
  });

  test('prints one line when the configured database does not respond', async () => {
    const settings = {
      PORT: String(await freePort()),
      DATA_DIR: newDataDirectory(),
      DYNAMODB_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    };
    expect(await refusalOf(settings)).toMatch(/DYNAMODB_ENDPOINT \S+ does not respond/);
  });

  test('throws when no database engine exists for the platform', () => {
    expect(() => engineProgram('sunos', 'x64')).toThrow(
      'The database engine is missing (@dynoxide/sunos-x64)',
    );
  });
});

describe('the local stage', () => {
  test('keeps all data and stops the orphaned engine when it restarts after a kill', async () => {
    const campaign = await json(await post('/campaigns', { name: 'Before the end' }));
    const clicks = async () => (await json(await sendRequest('/tracking/clicks'))).data.clicks;
    const before = await clicks();
    await post('/tracking/ref/maya-lindqvist', { visitorId: 'last-visitor-of-this-test' });
    const orphan = enginePid();
    stage.process.kill('SIGKILL');
    await stage.exitCode;
    expect(isRunning(orphan)).toBe(true);
    stage = await start();
    expect(isRunning(orphan)).toBe(false);
    expect(enginePid()).not.toBe(orphan);
    const found = await sendRequest(`/campaigns/${campaign.data.id}`);
    expect([found.status, await json(found)]).toEqual([200, campaign]);
    expect(await until(clicks, (count) => count === before + 1, 10_000)).toBe(before + 1);
  });

  test('finishes the running requests and stops its engine on SIGTERM', async () => {
    const engine = enginePid();
    const runningRequests = Promise.all(Array.from({ length: 20 }, () => sendRequest('/affiliates')));
    await sendRequest('/health');
    stage.process.kill('SIGTERM');
    expect((await runningRequests).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await stage.exitCode).toBe(0);
    expect(isRunning(engine)).toBe(false);
    expect(readStageFile(dataDirectory)).toBeUndefined();
  });

  test('refuses requests and stops when its data directory is deleted', async () => {
    const settings = { PORT: String(await freePort()), DATA_DIR: newDataDirectory() };
    const other = await start(settings);
    // The engine may write a file meanwhile, so the deletion is repeated.
    rmSync(settings.DATA_DIR, { recursive: true, maxRetries: 5 });
    const answer = await fetch(`http://localhost:${settings.PORT}/v1/health`);
    expect([answer.status, await other.exitCode]).toEqual([503, 1]);
  });
});

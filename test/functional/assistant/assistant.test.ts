// Tests the MCP server with the client of the SDK: over HTTP, and as a program that an assistant starts.
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#infra/local/engine.ts';
import { createGateway, type Gateway } from '#infra/local/gateway.ts';
import { createRouter } from '#infra/local/router.ts';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { createDiscount, invite, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { createdAt } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

const { API_URL: usualAddress } = environment;
const clients: Client[] = [];
let gateway: Gateway;
let apiUrl: string;

beforeAll(async () => {
  useClock({ now: () => new Date('2026-03-10T12:00:00Z') });
  const port = await freePort();
  apiUrl = `http://localhost:${port}/v1`;
  Object.assign(environment, { API_URL: apiUrl });
  gateway = await createGateway(port);
  gateway.open(await createRouter());
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await gateway.close();
  Object.assign(environment, { API_URL: usualAddress });
  useClock();
});

async function connected(transport: StreamableHTTPClientTransport | StdioClientTransport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(transport);
  return client;
}

const overHttp = (token: string, headers: Record<string, string> = {}): Promise<Client> => {
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  return connected(new StreamableHTTPClientTransport(new URL(`${apiUrl}/mcp`), { requestInit }));
};

const asProgram = (apiKey: string): Promise<Client> =>
  connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ['infra/mcp.ts'],
      env: { PATH: process.env.PATH ?? '', API_KEY: apiKey, API_URL: apiUrl },
    }),
  );

interface Called {
  readonly isError: boolean;
  readonly json: Json;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Called> {
  const { isError, content }: Json = await client.callTool({ name, arguments: given });
  return { isError, json: JSON.parse(content[0].text) };
}

async function keyWith(token: string, scopes: readonly string[], mode = 'live'): Promise<string> {
  const answer = await send('POST', '/api-keys', { token, body: { name: 'Assistant', mode, scopes } });
  return answer.json.data.key;
}

const namesFor = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

describe('the tools of POST /v1/mcp', () => {
  let brand: TestBrand;
  beforeAll(async () => {
    brand = await createBrand('scale');
  });

  test('an admin has fewer than 30 tools, and each says what it does, what it needs, and whether it only reads', async () => {
    const client = await overHttp(brand.admin);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(28);
    for (const { description, inputSchema, annotations } of tools) {
      expect(description).toMatch(/\nActions:\n- `\w+`: [A-Z]/);
      expect(description?.includes('dry run')).toBe(annotations?.readOnlyHint === false);
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
      expect(Object.keys(inputSchema.properties ?? {})).not.toContain('dryRun');
    }
    const orders = tools.find(({ name }) => name === 'orders');
    expect(orders?.description).toContain(
      '- `get`: Get a conversion. Needs `id` or `orderId`. Optional: `expand`.',
    );
    expect(client.getInstructions()).toContain(brand.brand.currency);
  });

  test('a key has only the tools and the actions that its scopes allow', async () => {
    const client = await overHttp(await keyWith(brand.admin, ['conversions:read', 'reports:read']));
    expect(await namesFor(client)).toEqual(['orders', 'customers', 'reports', 'simulations']);
    const { tools } = await client.listTools();
    const reports = tools.find(({ name }) => name === 'reports');
    expect(reports?.inputSchema.properties).not.toHaveProperty('action');
    await expect(call(client, 'change_payout')).rejects.toThrow('No such tool: orders, customers, reports');
  });

  test('a member has no tools for admins, and a session in test mode none of the account', async () => {
    const names = await namesFor(await overHttp(brand.member, { 'x-mode': 'test' }));
    expect(names).toEqual(expect.arrayContaining(['creators', 'change_creator', 'payouts']));
    expect(names).not.toEqual(expect.arrayContaining(['change_payout']));
    expect(names).not.toContain('webhooks');
    const { json } = await call(await overHttp(brand.member, { 'x-mode': 'test' }), 'creators');
    expect(json).toEqual({ currency: 'USD', data: [], meta: { total: 0, totalIsExact: true } });
  });

  test('a request without a valid key is refused, and so is an unknown version of the protocol', async () => {
    await expect(overHttp('sk_live_unknown')).rejects.toThrow('api_key_invalid');
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const headers = { 'mcp-protocol-version': '1999-01-01' };
    const answer = await send('POST', '/mcp', { token: brand.admin, body, headers });
    expect([answer.status, answer.json.details[0].path]).toEqual([400, 'mcp-protocol-version']);
  });
});

test.each([
  [{ method: 'tools/call', params: { name: 5 } }],
  [{ method: 'tools/call', params: { name: 'creators', arguments: 'all' } }],
  [{ method: 'tools/call', params: { name: 'creators', task: {} } }],
  [{ method: 'tools/list', params: { cursor: 5 } }],
  [{ method: 'initialize' }],
])(
  'the message %j is answered with invalid parameters, and is no failure of the service',
  async (message) => {
    const { admin: token } = await createBrand('scale');
    const answer = await send('POST', '/mcp', { token, body: { jsonrpc: '2.0', id: 1, ...message } });
    expect([answer.status, answer.json.error.code]).toEqual([200, ErrorCode.InvalidParams]);
  },
);

test('parameters that are no message of the protocol are a 400 that names them', async () => {
  const { admin: token } = await createBrand('scale');
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: 'x' } };
  const answer = await send('POST', '/mcp', { token, body });
  expect([answer.status, answer.json.details[0].path]).toEqual([400, 'params']);
});

describe('an assistant', () => {
  let brand: TestBrand;
  let client: Client;
  let creators: Record<'ada' | 'ben', Json>;
  let code: Json;

  beforeAll(async () => {
    brand = await createBrand('scale');
    const token = brand.admin;
    creators = await createdAt('2026-01-31T12:00:00Z', async () => ({
      ada: await inviteActive(token, { name: 'Ada' }),
      ben: await inviteActive(token, { name: 'Ben' }),
    }));
    code = await createdAt('2026-01-31T12:00:00Z', () => createDiscount(token, creators.ben.id));
    const order = (creator: Json, amount: number) =>
      recordOrder(token, { amount, occurredAt: '2026-02-10T08:00:00Z', trackingCode: creator.trackingCode });
    await order(creators.ada, 300);
    await order(creators.ben, 100);
    await patch(token, `/discounts/${code.id}`, { status: 'paused' });
    await recordOrder(token, { orderId: '1041', amount: 80, discountCode: code.code });
    for (const batch of await newChanges()) await aggregate(batch);
    client = await overHttp(await keyWith(token, ['*']));
  });

  test('an assistant finds in three calls who earned most last month, and why order 1041 did not count', async () => {
    const report = await call(client, 'reports', {
      action: 'performance',
      ...{ groupBy: 'affiliate', sort: 'commission', from: '2026-02-01', to: '2026-02-28' },
    });
    expect(report.json).toMatchObject({
      currency: 'USD',
      data: { rows: [{ name: 'Ada', gross: 300 }, { name: 'Ben' }] },
    });
    const order = await call(client, 'orders', { orderId: '1041' });
    expect(order.json.data.receipt).toMatchObject({ attribution: 'codePaused' });
    const { json } = await call(client, 'discount_codes', { code: code.code });
    expect(json.data[0]).toMatchObject({ affiliateId: creators.ben.id, status: 'paused' });
  });

  test('a change is made only after its dry run is confirmed, and once although it is confirmed twice', async () => {
    const bonus = { affiliateId: creators.ada.id, kind: 'bonus', amount: 12.5, reason: 'Thanks' };
    const commissions = () => read(brand.admin, `/commissions?affiliateId=${creators.ada.id}`);
    const before = (await commissions()).length;
    const dry = await call(client, 'create_bonus', bonus);
    expect(dry.json).toMatchObject({ request: { method: 'POST', path: '/v1/commissions', body: bonus } });
    expect(await commissions()).toHaveLength(before);
    const { confirmationToken } = dry.json;
    const confirm = () => call(client, 'create_bonus', { ...bonus, confirmationToken });
    const [first, second] = [await confirm(), await confirm()];
    expect(first).toMatchObject({ isError: false, json: { data: { amount: 12.5 } } });
    expect(second).toEqual(first);
    expect(await commissions()).toHaveLength(before + 1);
  });

  test('the dry run of an order previews the receipt and writes nothing', async () => {
    const order = { orderId: '1042', amount: 50, trackingCode: creators.ada.trackingCode };
    const { json } = await call(client, 'record_order', order);
    expect(json.preview.data.receipt).toMatchObject({ attribution: 'attributed' });
    expect((await send('GET', '/conversions/by-order-id/1042', { token: brand.admin })).status).toBe(404);
  });

  test('a confirmation belongs to one request, and expires after an hour', async () => {
    const change = { action: 'update', id: creators.ben.id, name: 'Benjamin', group: null };
    const { confirmationToken } = (await call(client, 'change_creator', change)).json;
    const other = await call(client, 'change_creator', { ...change, name: 'Benedict', confirmationToken });
    expect(other).toMatchObject({
      isError: true,
      json: { error: { details: [{ path: 'confirmationToken' }] } },
    });
    const late = await createdAt('2026-03-10T13:00:01Z', () =>
      call(client, 'change_creator', { ...change, confirmationToken }),
    );
    expect(late.json.error.details[0].message).toContain('Has expired');
    await call(client, 'change_creator', { ...change, confirmationToken });
    expect(await read(brand.admin, `/affiliates/${creators.ben.id}`)).toMatchObject({ name: 'Benjamin' });
  });

  test('a dry run of test data, or of another caller, confirms no change of live data', async () => {
    const group = randomUUID();
    const change = { action: 'group', group, terms: { rate: { type: 'percentage', value: 9 } } };
    const others = [await overHttp(brand.admin, { 'x-mode': 'test' }), await overHttp(brand.admin)];
    for (const other of others) {
      const { confirmationToken } = (await call(other, 'change_terms', change)).json;
      const { json } = await call(client, 'change_terms', { ...change, confirmationToken });
      expect(json.error.details[0].message).toContain('Does not belong to this request');
    }
    expect(await read(brand.admin, `/affiliate-groups/${group}/terms`)).toMatchObject({ versions: [] });
  });

  test('invalid arguments have the same explanation as in the API, and nothing is sent', async () => {
    const invalid = await call(client, 'create_bonus', {
      affiliateId: 'ada',
      kind: 'bonus',
      amount: 1,
      note: 'x',
    });
    expect(invalid.isError).toBe(true);
    const paths = invalid.json.error.details.map(({ path }: Json) => path);
    expect(paths.toSorted()).toEqual(['affiliateId', 'note', 'reason']);
    const unchosen = await call(client, 'change_campaign', { id: 'x' });
    expect(unchosen.json.error.details).toEqual([
      { path: 'action', message: 'Must be one of add_member, remove_member, update, create' },
    ]);
    const nested = Array.from({ length: 2000 }).reduce<object>((inner) => ({ inner }), {});
    const deep = await call(client, 'create_bonus', { affiliateId: creators.ada.id, amount: nested });
    expect(deep.json.error.details[0].path).toBe('kind');
    const dots = await call(client, 'correct_order', { action: 'cancel', orderId: '..', reason: 'x' });
    expect(dots.json.error.details).toEqual([{ path: 'orderId', message: 'Must not be `.` or `..`' }]);
  });

  test('an answer that is too long for a function says that a lower limit helps', async () => {
    const { admin } = await createBrand('scale');
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [key, '"'.repeat(500)]));
    for (let count = 0; count < 20; count += 1) await invite(admin, { metadata });
    const long = await call(await overHttp(admin), 'creators', { limit: 20 });
    expect(long.json.error.details[0].path).toBe('limit');
    const short = await call(await overHttp(admin), 'creators', { limit: 5 });
    expect(short.json.data).toHaveLength(5);
  });

  test('an error of the API has its code, and says what to send instead', async () => {
    const { json } = await call(client, 'record_order', { orderId: '1041', amount: 81 });
    expect(json.error).toMatchObject({ statusCode: 409, code: 'order_id_reused' });
    const missing = await call(client, 'orders', { orderId: '9999' });
    expect(missing).toMatchObject({ isError: true, json: { error: { code: 'conversion_not_found' } } });
  });

  test('the program over stdio offers the same tools as the API, and confirms a change once', async () => {
    const key = await keyWith(brand.admin, ['creators:write']);
    const [program, http] = [await asProgram(key), await overHttp(key)];
    expect(await program.listTools()).toEqual(await http.listTools());
    expect(program.getInstructions()).toBe(http.getInstructions());
    const invitation = { action: 'invite', email: 'cleo@example.test', name: 'Cleo' };
    const { confirmationToken } = (await call(program, 'change_creator', invitation)).json;
    const confirm = () => call(program, 'change_creator', { ...invitation, confirmationToken });
    const [first, second] = [await confirm(), await confirm()];
    expect(first).toMatchObject({ isError: false, json: { data: { name: 'Cleo', status: 'invited' } } });
    expect(second).toEqual(first);
  });

  test('the program over stdio says why it cannot start', async () => {
    const failing = new StdioClientTransport({
      command: process.execPath,
      args: ['infra/mcp.ts'],
      env: { PATH: process.env.PATH ?? '', API_URL: apiUrl },
      stderr: 'pipe',
    });
    let said = '';
    failing.stderr?.on('data', (chunk) => {
      said += String(chunk);
    });
    await expect(connected(failing)).rejects.toThrow('Connection closed');
    expect(said).toContain('Set API_KEY to a key of POST /v1/api-keys');
  });
});

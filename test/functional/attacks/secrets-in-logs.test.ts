// Sends secrets and personal data in every position, also to a failing table, and searches the log for them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const lines: string[] = [];
let service: typeof import('#test/support/service.ts');
let accounts: typeof import('#test/support/accounts.ts');
let table: typeof import('#lib/table/client.ts');

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'INFO');
  vi.resetModules();
  const take = (chunk: unknown): boolean => {
    lines.push(String(chunk));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...values: unknown[]) => void lines.push(values.map(String).join(' ')),
    );
  service = await import('#test/support/service.ts');
  accounts = await import('#test/support/accounts.ts');
  table = await import('#lib/table/client.ts');
});

afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Personal data and secrets that the requests contain. */
const canary = {
  password: 'Canary-password-4711',
  wrongPassword: 'Canary-wrong-4711',
  email: 'canary.person@creators.test',
  customer: 'canary.customer@buyers.test',
  name: 'Canary Lovelace',
  metadata: 'canary-metadata-value',
  visitor: 'canary-visitor-id',
  userAgent: 'CanaryBrowser/47.11',
  address: '198.51.100.47',
  idempotencyKey: 'canary-idempotency-key',
  token: 'eyJjYW5hcnkiOiJ0b2tlbiJ9.canary.canary',
  webhook: 'https://canary-hook.test/secret-path-4711',
} as const;

/** Secrets that the service has created and returned: tokens, keys, secrets and one-time codes. */
const issued: string[] = [];
const secretFields = ['accessToken', 'key', 'secret', 'recoveryCodes', 'uri'];

function collectSecrets(body: unknown): void {
  for (const [name, value] of Object.entries(Object(body))) {
    if (secretFields.includes(name))
      issued.push(...[value].flat().filter((text) => typeof text === 'string'));
    else if (typeof value === 'object') collectSecrets(value);
  }
}

let sent = 0;

async function sendEverything(
  token: string,
  trackingCode: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<readonly number[]> {
  const request = async (method: string, path: string, body?: object, more: object = {}) => {
    sent += 1;
    const key = `${canary.idempotencyKey}-${sent}`;
    const headers = { 'user-agent': canary.userAgent, 'idempotency-key': key };
    const answer = await service.send(method, path, {
      ...{ token, body, headers, sourceIp: canary.address },
      ...more,
    });
    collectSecrets(answer.json);
    return answer;
  };
  const answers = [
    await request('POST', '/auth/brand/login', { email, password: canary.wrongPassword }),
    await request('POST', '/auth/brand/login', { email, password }),
    await request('POST', '/auth/second-factor', { currentPassword: password }),
    await request('POST', '/auth/password', {
      currentPassword: canary.wrongPassword,
      newPassword: canary.password,
    }),
    await request('POST', '/users', { email: canary.email, role: 'member', name: canary.name }),
    await request('POST', '/affiliates/invite', {
      name: canary.name,
      email: canary.email,
      trackingCode,
      metadata: { note: canary.metadata },
    }),
    await request('GET', `/affiliates?email=${canary.email}`),
    await request('GET', `/affiliates?q=${encodeURIComponent(canary.name)}`),
    await request('POST', `/tracking/ref/${trackingCode}`, {
      visitorId: canary.visitor,
      userAgent: canary.userAgent,
    }),
    await request('GET', `/tracking/ref/${trackingCode}`),
    await request('POST', '/conversions', {
      orderId: 'canary-order',
      amount: 10,
      trackingCode,
      customerEmail: canary.customer,
      metadata: { note: canary.metadata },
    }),
    await request('POST', '/webhook-endpoints', { url: canary.webhook }),
    await request('POST', '/api-keys', { name: canary.name, mode: 'live', scopes: ['*'] }),
    await request('GET', '/affiliates', undefined, { token: canary.token }),
    await request('PATCH', '/brand', { name: canary.name, unknown: canary.metadata }),
  ];
  return answers.map(({ status }) => status);
}

const found = () => Object.entries(canary).filter(([, value]) => lines.some((line) => line.includes(value)));

test('the log contains no secret and no personal data, whether the table answers, is throttled or fails', async () => {
  const account = await accounts.createAccount('scale');
  const admin = await accounts.tokenOf(account);
  lines.length = 0;
  const statuses = await sendEverything(admin, 'canary-code', account);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(5);
  const sendCommand = table.documentClient.send.bind(table.documentClient);
  for (const name of ['ThrottlingException', 'ValidationException', 'AccessDeniedException']) {
    const spy = vi.spyOn(table.documentClient, 'send').mockImplementation((...args: unknown[]) => {
      const isWrite = /Put|Update|Transact/.test(String(Object(args[0]).constructor.name));
      if (!isWrite) return Reflect.apply(sendCommand, undefined, args);
      return Promise.reject(Object.assign(new Error(`${name} of the table`), { name, $metadata: {} }));
    });
    expect((await sendEverything(admin, `canary-${name}`, account)).some((status) => status >= 500)).toBe(
      true,
    );
    spy.mockRestore();
  }
  expect(lines.filter((line) => line.includes('"message":"request"')).length).toBeGreaterThan(40);
  expect(lines.some((line) => line.includes(admin))).toBe(false);
  expect(found()).toEqual([]);
  // A token, an API key, the secret of a webhook endpoint, and that of a second factor.
  expect(issued.length).toBeGreaterThan(3);
  expect(issued.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([]);
});

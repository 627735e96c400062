// Sends secrets and personal data in every position, also to a failing table, and searches the log for them.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const lines: string[] = [];
let service: typeof import('#test/support/service.ts');
let accounts: typeof import('#test/support/accounts.ts');
let table: typeof import('#lib/foundation/table/client.ts');

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
  table = await import('#lib/foundation/table/client.ts');
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

type Batch = import('#test/support/stream.ts').Batch;

/** Runs a background function. Lambda writes the error of a failed invocation to the log, with its stack. */
async function invoke(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    lines.push(error instanceof Error ? `${error.stack} ${JSON.stringify(error)}` : String(error));
    return false;
  }
}

/** Returns the number of failed invocations. */
async function runBackground(batches: readonly Batch[]): Promise<number> {
  const stream = await import('#test/support/stream.ts');
  const { handler: approveDue } = await import('#functions/schedules/approve-due.ts');
  const { handler: digestAudit } = await import('#functions/schedules/digest-audit.ts');
  const { deliverAll } = await import('#test/support/webhook-workers.ts');
  const context = { getRemainingTimeInMillis: () => 900_000 };
  const invocations = [
    ...batches.flatMap((batch) => [() => stream.aggregate(batch), () => stream.continueWork(batch)]),
    () => approveDue(undefined, context),
    () => digestAudit(undefined, context),
    () => deliverAll(),
  ];
  let failed = 0;
  for (const work of invocations) if (!(await invoke(work))) failed += 1;
  return failed;
}

const failures = ['ThrottlingException', 'ValidationException', 'AccessDeniedException'] as const;

/** Lets each write to the table fail during the work. */
async function whileWritesFail<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const sendCommand = table.dynamoDb.send.bind(table.dynamoDb);
  const spy = vi.spyOn(table.dynamoDb, 'send').mockImplementation((...args: unknown[]) => {
    const isWrite = /Put|Update|Transact/.test(String(args[0]));
    if (!isWrite) return Reflect.apply(sendCommand, undefined, args);
    return Promise.reject(Object.assign(new Error(`${name} of the table`), { name, $metadata: {} }));
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}

const found = () => Object.entries(canary).filter(([, value]) => lines.some((line) => line.includes(value)));

test('the log contains no secret and no personal data, whether the table answers, is throttled or fails', async () => {
  const account = await accounts.createAccount('scale');
  const admin = await accounts.tokenOf(account);
  lines.length = 0;
  const statuses = await sendEverything(admin, 'canary-code', account);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(5);
  for (const name of failures) {
    const answers = await whileWritesFail(name, () => sendEverything(admin, `canary-${name}`, account));
    expect(answers.some((status) => status >= 500)).toBe(true);
  }
  expect(lines.filter((line) => line.includes('"message":"request"')).length).toBeGreaterThan(40);
  expect(lines.some((line) => line.includes(admin))).toBe(false);
  expect(found()).toEqual([]);
  // A token, an API key, the secret of a webhook endpoint, and that of a second factor.
  expect(issued.length).toBeGreaterThan(3);
  expect(issued.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([]);
});

test('the log of the background functions contains no secret and no personal data, whether the table answers, is throttled or fails', async () => {
  const { newChanges } = await import('#test/support/stream.ts');
  const account = await accounts.createAccount('scale');
  const admin = await accounts.tokenOf(account);
  await newChanges();
  await sendEverything(admin, 'canary-background', account);
  const { json } = await service.send('GET', '/affiliates?q=Canary', { token: admin });
  for (const [method, path, body] of [
    ['POST', '/exports', { resource: 'affiliates' }],
    ['POST', '/auth/password-resets', { email: canary.email }],
    ['DELETE', `/affiliates/${json.data[0].id}/personal-data`, undefined],
  ] as const)
    await service.send(method, path, { token: admin, ...(body !== undefined && { body }) });
  const batches = await newChanges();
  lines.length = 0;
  for (const name of failures)
    expect(await whileWritesFail(name, () => runBackground(batches))).toBeGreaterThan(0);
  // The changes that the functions cause, such as segments of events, until none is left.
  for (let next = batches; next.length > 0; next = await newChanges())
    expect(await runBackground(next)).toBe(0);
  expect(lines.length).toBeGreaterThan(0);
  expect(found()).toEqual([]);
  expect(issued.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([]);
});

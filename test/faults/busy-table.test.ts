import { decodeJwt } from 'jose';
import { expect, test, vi } from 'vitest';
import { handler as listAffiliates } from '#functions/affiliates/list.ts';
import { httpEvent } from '#infra/local/http-event.ts';
import { newKeyMaterial } from '#lib/access/auth/rules/key-pairs.ts';
import { loginKey } from '#lib/access/auth/store/login-key.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { createAccount, logIn } from '#test/support/accounts.ts';
import { createCommission } from '#test/support/commissions.ts';
import { runConcurrently } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, invite, unusedCode, unusedEmail } from '#test/support/creations.ts';
import { type Fault, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import { allItems } from '#test/support/items.ts';
import { recordOrder, sendOrder, sendOrders, sendRefund, unusedOrder } from '#test/support/orders.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { type Answer, createBrand, newToken, send } from '#test/support/service.ts';
import { readKeys, signClaims, writeKeys } from '#test/support/signing-keys.ts';
import { inTurn } from '#test/support/size.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true }),
);

healBetweenTests(engine);

const { admin, brand } = await createBrand('scale');
const bearer = { token: admin };

/** Each entry creates its preconditions and returns a request that can be retried until it succeeds. */
const writes: readonly [name: string, prepare: () => Promise<() => Promise<Answer>>, success: number][] = [
  [
    'inviting a creator into campaigns',
    async () => {
      const campaigns = [await createCampaign(admin), await createCampaign(admin)];
      const body = { email: unusedEmail(), campaignIds: campaigns.map(({ id }) => id) };
      return () => send('POST', '/affiliates/invite', { ...bearer, body });
    },
    201,
  ],
  [
    'banning a creator',
    async () => {
      const { id } = await invite(admin);
      return () => send('PATCH', `/affiliates/${id}`, { ...bearer, body: { status: 'banned' } });
    },
    200,
  ],
  [
    'creating a campaign',
    async () => () => send('POST', '/campaigns', { ...bearer, body: { name: 'Spring' } }),
    201,
  ],
  [
    'starting a campaign',
    async () => {
      const { id } = await createCampaign(admin);
      return () => send('PATCH', `/campaigns/${id}`, { ...bearer, body: { status: 'active' } });
    },
    200,
  ],
  [
    'deleting a campaign',
    async () => {
      const { id } = await createCampaign(admin);
      return () => send('DELETE', `/campaigns/${id}`, bearer);
    },
    204,
  ],
  [
    'adding a creator to a campaign',
    async () => {
      const [campaign, creator] = [await createCampaign(admin), await invite(admin)];
      return () => send('PUT', `/campaigns/${campaign.id}/affiliates/${creator.id}`, bearer);
    },
    204,
  ],
  [
    'removing a creator from a campaign',
    async () => {
      const campaign = await createCampaign(admin);
      const creator = await invite(admin, { campaignIds: [campaign.id] });
      return () => send('DELETE', `/campaigns/${campaign.id}/affiliates/${creator.id}`, bearer);
    },
    204,
  ],
  [
    'creating a discount code',
    async () => {
      const { id: affiliateId } = await invite(admin);
      const body = { code: unusedCode(), type: 'percentage', value: 5, affiliateId };
      return () => send('POST', '/discounts', { ...bearer, body });
    },
    201,
  ],
  [
    'creating many discount codes',
    async () => {
      const { id: affiliateId } = await invite(admin);
      const discounts = Array.from({ length: 60 }, () => ({
        code: unusedCode(),
        type: 'percentage',
        value: 5,
        affiliateId,
      }));
      return () => send('POST', '/discounts/bulk', { ...bearer, body: { discounts } });
    },
    200,
  ],
  [
    'deleting a discount code',
    async () => {
      const { id: affiliateId } = await invite(admin);
      const { id } = await createDiscount(admin, affiliateId);
      return () => send('DELETE', `/discounts/${id}`, bearer);
    },
    204,
  ],
  [
    'approving a commission',
    async () => {
      const { id: affiliateId } = await invite(admin);
      const { id } = await createCommission({ brandId: brand.id, affiliateId });
      return () => send('PATCH', `/commissions/${id}/approve`, bearer);
    },
    200,
  ],
  [
    'rejecting a commission',
    async () => {
      const { id: affiliateId } = await invite(admin);
      const { id } = await createCommission({ brandId: brand.id, affiliateId });
      return () => send('PATCH', `/commissions/${id}/reject`, { ...bearer, body: { reason: 'Fraud' } });
    },
    200,
  ],
  [
    'approving many commissions',
    async () => {
      const { id: affiliateId } = await invite(admin);
      const commissions = await runConcurrently(3, () =>
        createCommission({ brandId: brand.id, affiliateId }),
      );
      const ids = commissions.map(({ id }) => id);
      return () => send('POST', '/commissions/approve', { ...bearer, body: { ids } });
    },
    200,
  ],
  [
    'recording an order',
    async () => {
      const { trackingCode } = await invite(admin);
      const orderId = unusedOrder();
      return () => sendOrder(admin, { orderId, trackingCode });
    },
    201,
  ],
  [
    'recording many orders',
    async () => {
      const { trackingCode } = await invite(admin);
      const orders = Array.from({ length: 5 }, () => ({ orderId: unusedOrder(), amount: 1, trackingCode }));
      return () => sendOrders(admin, orders);
    },
    200,
  ],
  [
    'refunding an order',
    async () => {
      const { trackingCode } = await invite(admin);
      const { id } = await recordOrder(admin, { trackingCode });
      return () => sendRefund(admin, id, { refundId: 'r-1', amount: 1 });
    },
    201,
  ],
  [
    'logging in',
    async () => {
      const account = await createAccount();
      await loginKey();
      return () => logIn(account);
    },
    200,
  ],
  [
    'refreshing a token',
    async () => {
      const { token } = await newToken(brand.id, 'admin');
      return () => send('POST', '/auth/refresh', { token });
    },
    200,
  ],
  [
    'logging out',
    async () => {
      const { token } = await newToken(brand.id, 'admin');
      return () => send('POST', '/auth/logout', { token });
    },
    204,
  ],
];

function expectUnavailable(answer: Answer): void {
  expectError(answer, errorBody(503, 'The service is busy, try again shortly'));
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
}

const writeOperations = ['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'];
const allOperations = [...writeOperations, 'GetItem', 'BatchGetItem', 'Query'];

/** Ignores the mark of hot items, which remains even when the request fails. */
const unmarked = ({ sumsAreSpread: _, ...item }: Item): Item => item;

/** Expects that a request returns 503 and writes nothing while these operations fail. */
async function expectUnavailableWithoutWrites(
  request: () => Promise<Answer>,
  fault: Fault,
  operations: readonly string[],
): Promise<void> {
  const before = await allItems();
  for (const operation of operations) engine.fail(fault, { operation });
  expectUnavailable(await request());
  engine.heal();
  expect((await allItems()).map(unmarked)).toEqual(before.map(unmarked));
}

async function expectDone(request: () => Promise<Answer>, success: number): Promise<void> {
  const before = await allItems();
  const answer = await request();
  expect(answer.status, answer.text).toBe(success);
  expect(await allItems()).not.toEqual(before);
}

test.each(writes)(
  '%s returns 503 and writes nothing while the table is busy or unavailable, and succeeds afterwards',
  async (_, prepare, success) => {
    const request = await prepare();
    const failures: readonly [Fault, readonly string[]][] = [
      [faults.throttled, writeOperations],
      [faults.throttledTransaction, ['TransactWriteItems']],
      [faults.conflict, ['TransactWriteItems']],
      [faults.internal, writeOperations],
      [faults.away, writeOperations],
      [faults.throttled, allOperations],
      [faults.away, allOperations],
    ];
    for (const [fault, operations] of inTurn(failures, 3))
      await expectUnavailableWithoutWrites(request, fault, operations);
    await expectDone(request, success);
  },
);

test('recording a click returns 503 and writes nothing while the table is busy or unavailable, and succeeds afterwards', async () => {
  const { trackingCode } = await invite(admin);
  const request = () =>
    send('POST', `/tracking/ref/${trackingCode}`, { ...bearer, body: { visitorId: 'v' } });
  for (const fault of [faults.throttled, faults.internal, faults.away]) {
    await expectUnavailableWithoutWrites(request, fault, writeOperations);
    await expectUnavailableWithoutWrites(request, fault, allOperations);
  }
  await expectDone(request, 201);
});

test.each([
  '/affiliates',
  '/campaigns',
  '/discounts',
  '/commissions',
  '/conversions',
  '/billing',
  '/billing/usage',
  '/tracking/clicks',
])('GET /v1%s returns 503 while the table is busy or unavailable', async (path) => {
  for (const fault of [faults.throttled, faults.internal, faults.away]) {
    await expectUnavailableWithoutWrites(() => send('GET', path, bearer), fault, allOperations);
    await expectUnavailableWithoutWrites(() => send('GET', path, bearer), fault, ['Query']);
  }
  expect((await send('GET', path, bearer)).status).toBe(200);
});

test('GET /v1/health returns 503 while the table is unavailable', async () => {
  await expectUnavailableWithoutWrites(() => send('GET', '/health'), faults.away, allOperations);
  expect((await send('GET', '/health')).status).toBe(200);
});

test('the table client retries a transaction after conflicts with random backoff', async () => {
  engine.fail(faults.conflict, { operation: 'TransactWriteItems', times: 4 });
  const { id } = await createCampaign(admin);
  const tokens = engine.callsOf('TransactWriteItems').map(({ body }) => JSON.parse(body).ClientRequestToken);
  expect(tokens).toHaveLength(5);
  // The same token on every attempt makes the transaction idempotent.
  expect(new Set(tokens).size).toBe(1);
  expect(vi.mocked(Math.random).mock.calls.length).toBeGreaterThanOrEqual(4);
  const list = await send('GET', '/campaigns', bearer);
  expect(list.json.data.filter((campaign: { id: string }) => campaign.id === id)).toHaveLength(1);
  expect(list.json.meta.total).toBe(list.json.data.length);
});

test('the table client retries the whole transaction when it is throttled', async () => {
  engine.fail(faults.throttledTransaction, { operation: 'TransactWriteItems', times: 2 });
  engine.fail(faults.throttled, { operation: 'TransactWriteItems', times: 1 });
  await createCampaign(admin);
  expect(engine.callsOf('TransactWriteItems')).toHaveLength(4);
});

test('POST /v1/discounts/bulk reports for each code whether it was created or needs a retry', async () => {
  const { id: affiliateId } = await invite(admin);
  const discounts = Array.from({ length: 60 }, () => ({
    code: unusedCode(),
    type: 'percentage',
    value: 5,
    affiliateId,
  }));
  const [first] = discounts;
  engine.fail(faults.conflict, { operation: 'TransactWriteItems', containing: `"${first?.code}"` });
  const answer = await send('POST', '/discounts/bulk', { ...bearer, body: { discounts } });
  engine.heal();
  expect(answer.status).toBe(200);
  const { data, meta } = answer.json;
  expect(meta.created).toBeGreaterThan(0);
  expect(meta).toEqual({ total: 60, created: meta.created, failed: 60 - meta.created, cursor: null });
  expect(data[0]).toEqual({
    index: 0,
    status: 'failed',
    error: errorBody(503, 'The service is busy, try again shortly'),
  });
  const listOf = () => send('GET', `/discounts?affiliateId=${affiliateId}`, bearer);
  expect((await listOf()).json.meta.total).toBe(meta.created);
  const remaining = discounts.filter((_, index) => data[index].status === 'failed');
  const again = await send('POST', '/discounts/bulk', { ...bearer, body: { discounts: remaining } });
  expect(again.json.meta).toMatchObject({ created: remaining.length, failed: 0 });
  expect((await listOf()).json.meta.total).toBe(60);
});

test('the table client does not retry a transaction whose condition fails', async () => {
  const { email } = await invite(admin);
  engine.heal();
  const answer = await send('POST', '/affiliates/invite', { ...bearer, body: { email } });
  expect(answer.status).toBe(409);
  expect(engine.callsOf('TransactWriteItems')).toHaveLength(1);
});

test('the table client makes at most four attempts while the table throttles', async () => {
  engine.fail(faults.throttled, { operation: 'TransactWriteItems' });
  expectUnavailable(await send('POST', '/campaigns', { ...bearer, body: { name: 'Spring' } }));
  expect(engine.callsOf('TransactWriteItems').length).toBeLessThanOrEqual(4);
});

test('the table client requests unprocessed keys again until all are read', async () => {
  const { id, trackingCode } = await invite(admin);
  engine.heal();
  engine.fail(faults.unprocessed, { operation: 'BatchGetItem', times: 2 });
  const answer = await send('POST', `/tracking/ref/${trackingCode}`, bearer);
  expect([answer.status, answer.json.data.affiliateId]).toEqual([201, id]);
  expect(engine.callsOf('BatchGetItem')).toHaveLength(3);
});

test('GET /v1/affiliates returns 503, not "Token revoked", when the table never processes a key', async () => {
  engine.fail(faults.nothingProcessed, { operation: 'BatchGetItem' });
  expectUnavailable(await send('GET', '/affiliates', bearer));
});

test.each(['BatchGetItem', 'Query'])(
  'GET /v1/affiliates returns 503 before the Lambda timeout while the table hangs on a %s',
  async (operation) => {
    engine.heal();
    engine.fail(faults.hung, { operation });
    const event = httpEvent(
      {
        method: 'GET',
        url: '/v1/affiliates',
        headers: [['authorization', `Bearer ${admin}`]],
        body: Buffer.alloc(0),
        sourceIp: '203.0.113.7',
        requestId: 'request',
        receivedAt: new Date(),
      },
      { routeKey: 'GET /v1/affiliates', pathParameters: {} },
    );
    const answer = await listAffiliates(event, { getRemainingTimeInMillis: () => 900 });
    expect([answer.statusCode, answer.headers?.['retry-after'], JSON.parse(answer.body ?? '')]).toEqual([
      503,
      '1',
      errorBody(503, 'The service is busy, try again shortly'),
    ]);
    // The response does not wait for the client to time out its first attempt.
    expect(engine.callsOf('BatchGetItem')).toHaveLength(1);
  },
);

test('a request with a token of a new key returns 503 instead of 401 while the keys cannot be read', async () => {
  const earlier = await readKeys();
  await writeKeys([newKeyMaterial(), ...earlier]);
  const token = await signClaims(decodeJwt(admin));
  engine.fail(faults.internal, { operation: 'BatchGetItem', containing: 'SIGNING_KEYS' });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expectError(
      await send('GET', '/billing', { token }),
      errorBody(503, 'The service is busy, try again shortly'),
    );
  }
  engine.heal();
  expect((await send('GET', '/billing', { token })).status).toBe(200);
  await writeKeys(earlier);
});

// Tests that requests with an idempotency key execute once under every table fault.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { handler as createCampaign } from '#functions/campaigns/create.ts';
import { httpEvent } from '#infra/local/http-event.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { clicksOf } from '#test/support/clicks.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  discountDefinition,
  invite,
  recordOrder,
  unusedEmail,
  unusedOrder,
} from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { type Fault, faults, healBetweenTests } from '#test/support/faulty-engine.ts';
import {
  effectOf,
  inProgressError,
  isReplay,
  leaseSeconds,
  newKey,
  plainSituations,
  requestIn,
  sendUntilAnswered,
  visibleResponse,
  withKey,
} from '#test/support/idempotent-requests.ts';
import type { Json } from '#test/support/json.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { type Answer, createBrand, send } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { hasTurn } from '#test/support/size.ts';
import { restore, type TableState, tableState } from '#test/support/table-states.ts';
import { createTestWorld } from '#test/support/world.ts';

const engine = await vi.hoisted(async () =>
  (await import('#test/support/faulty-engine.ts')).startFaultyEngine({ hangs: true }),
);

healBetweenTests(engine);

const busy = errorBody(503, 'The service is busy, try again shortly');

let world: World;
let atStart: TableState;
beforeAll(async () => {
  world = await createTestWorld();
  atStart = await tableState();
});
// Restore the table after each test, because the effect is measured over the whole table.
afterEach(async () => {
  engine.heal();
  await restore(atStart);
});

const operations = ['BatchGetItem', 'UpdateItem', 'TransactWriteItems'];

// These tests run first, before the client has spent its retry quota.
describe.each(plainSituations)('$name with an idempotency key', ({ situation }) => {
  test('succeeds at once and executes once when the first response of each operation is lost', async () => {
    const plain = await requestIn(world, situation);
    const effect = await effectOf(() => plain());
    const request = await requestIn(world, situation);
    const key = newKey();
    const total = await effectOf(async () => {
      for (const operation of operations) engine.fail(faults.lost, { operation, times: 1 });
      const answer = await request(key);
      expect(answer.status, answer.text).toBeLessThan(300);
      expect(isReplay(answer)).toBe(false);
      expect(visibleResponse(await request(key))).toEqual(visibleResponse(answer));
    });
    expect(total).toEqual(effect);
  });
});

const kinds: readonly [name: string, fault: Fault, operations: readonly string[]][] = [
  ['loses its responses', faults.lost, operations],
  ['throttles', faults.throttled, operations],
  ['reports conflicts', faults.conflict, ['TransactWriteItems']],
  ['fails internally', faults.internal, operations],
  ['is unavailable', faults.away, operations],
];

const endpoints = plainSituations.map((endpoint, position) => ({ ...endpoint, position }));

describe.each(endpoints)('$name with an idempotency key', ({ situation, position }) => {
  test.each(kinds.filter((_, kind) => hasTurn(kind + position, 3, 5)))(
    'executes a retried request once when the table %s',
    async (_, fault, failing) => {
      const clock = fakeClock();
      const plain = await requestIn(world, situation);
      const effect = await effectOf(() => plain());
      for (const operation of failing) {
        const request = await requestIn(world, situation);
        const key = newKey();
        const total = await effectOf(async () => {
          engine.heal();
          engine.fail(fault, { operation });
          const first = await request(key);
          if (first.status >= 300) expectError(first, busy);
          engine.heal();
          const answer = await sendUntilAnswered(request, key, clock);
          expect(answer.status, answer.text).toBeLessThan(300);
          if (first.status < 300) expect(visibleResponse(answer)).toEqual(visibleResponse(first));
          expect(visibleResponse(await request(key))).toEqual(visibleResponse(answer));
        });
        expect(total, operation).toEqual(effect);
      }
    },
  );
});

test('POST /v1/campaigns replays the response that was stored with the effect after all responses of the table were lost', async () => {
  const { admin } = await createBrand();
  const create = () =>
    send('POST', '/campaigns', { token: admin, body: { name: 'Spring' }, ...withKey('one') });
  engine.fail(faults.lost, { operation: 'TransactWriteItems' });
  expectError(await create(), busy);
  engine.heal();
  const answer = await create();
  expect([answer.status, isReplay(answer)]).toEqual([201, true]);
  const { json } = await send('GET', '/campaigns', { token: admin });
  expect(json.data).toEqual([answer.json.data]);
});

test('POST /v1/campaigns returns 409 when its claim conflicts with the transaction of a running request', async () => {
  const { admin } = await createBrand();
  const create = () =>
    send('POST', '/campaigns', { token: admin, body: { name: 'Spring' }, ...withKey('k') });
  engine.fail(faults.singleWriteConflict, { operation: 'UpdateItem' });
  expectError(await create(), inProgressError);
  engine.heal();
  expect((await create()).status).toBe(201);
});

test('POST /v1/discounts/bulk creates the remaining codes when it is retried after conflicts', async () => {
  const { admin } = await createBrand();
  const { id: affiliateId } = await invite(admin);
  const discounts = Array.from({ length: 60 }, () => discountDefinition(affiliateId));
  const sent = { token: admin, body: { discounts }, ...withKey('many') };
  const total = async () => (await send('GET', '/discounts', { token: admin })).json.meta.total;
  engine.fail(faults.conflict, { operation: 'TransactWriteItems', containing: `"${discounts[0]?.code}"` });
  expectError(await send('POST', '/discounts/bulk', sent), busy);
  engine.heal();
  const created = await total();
  expect(created).toBeGreaterThan(0);
  expect(created).toBeLessThan(60);
  const answer = await send('POST', '/discounts/bulk', sent);
  expect(answer.json.meta).toEqual({ total: 60, created: 60, failed: 0, cursor: null });
  expect(await total()).toBe(60);
});

const statusesIn = ({ json }: Answer) => json.data.map(({ status }: Json) => status);

test('POST /v1/conversions/bulk records only the failed order when it is retried after a conflict', async () => {
  const { admin } = await createBrand();
  const { trackingCode } = await invite(admin);
  const conversions = Array.from({ length: 12 }, () => ({
    orderId: unusedOrder(),
    amount: 10,
    trackingCode,
  }));
  const [known] = conversions;
  await recordOrder(admin, known);
  const sent = { token: admin, body: { conversions: [...conversions, known] }, ...withKey('orders') };
  const total = async () => (await send('GET', '/conversions', { token: admin })).json.meta.total;
  engine.fail(faults.conflict, {
    operation: 'TransactWriteItems',
    containing: `"${conversions[5]?.orderId}"`,
  });
  expectError(await send('POST', '/conversions/bulk', sent), busy);
  engine.heal();
  expect(await total()).toBe(11);
  const answer = await send('POST', '/conversions/bulk', sent);
  expect(answer.json.meta).toEqual({ total: 13, created: 11, failed: 0, cursor: null });
  const created = Array.from({ length: 11 }, () => 'created');
  expect(statusesIn(answer)).toEqual(['existing', ...created, 'existing']);
  expect(await total()).toBe(12);
  expect(visibleResponse(await send('POST', '/conversions/bulk', sent))).toEqual(visibleResponse(answer));
});

test('POST /v1/commissions/approve approves the failed commission when it is retried after a conflict', async () => {
  const { admin, brand } = await createBrand();
  const { id: affiliateId } = await invite(admin);
  const commissions = await Promise.all(
    Array.from({ length: 12 }, () => createCommission({ brandId: brand.id, affiliateId })),
  );
  const ids = commissions.map(({ id }) => id);
  const sent = { token: admin, body: { ids }, ...withKey('approvals') };
  const approved = async () =>
    (await send('GET', '/commissions?status=approved', { token: admin })).json.meta.total;
  engine.fail(faults.conflict, { operation: 'TransactWriteItems', containing: `"${ids[5]}"` });
  expectError(await send('POST', '/commissions/approve', sent), busy);
  engine.heal();
  expect(await approved()).toBe(11);
  const answer = await send('POST', '/commissions/approve', sent);
  expect(statusesIn(answer)).toEqual(ids.map(() => 'approved'));
  expect(await approved()).toBe(12);
});

test('POST /v1/conversions/bulk without a key reports a conflict as one failed entry', async () => {
  const { admin } = await createBrand();
  const conversions = Array.from({ length: 3 }, () => ({ orderId: unusedOrder(), amount: 10 }));
  engine.fail(faults.conflict, {
    operation: 'TransactWriteItems',
    containing: `"${conversions[1]?.orderId}"`,
  });
  const answer = await send('POST', '/conversions/bulk', { token: admin, body: { conversions } });
  expect(statusesIn(answer)).toEqual(['created', 'failed', 'created']);
  expect(answer.json.data[1].error).toMatchObject(busy);
});

test('POST /v1/tracking/ref/{code} returns the same click on a retry when its response could not be stored', async () => {
  const clock = fakeClock();
  const { admin } = await createBrand();
  const { id, trackingCode } = await invite(admin);
  const report = () => send('POST', `/tracking/ref/${trackingCode}`, { token: admin, ...withKey('click') });
  engine.fail(faults.throttled, { operation: 'UpdateItem', containing: '":answer"' });
  expectError(await report(), busy);
  engine.heal();
  clock.advance(3600);
  const answer = await report();
  const [click, ...others] = await clicksOf(id);
  expect([answer.status, answer.json.data.clickId, others]).toEqual([201, click?.id, []]);
});

test('POST /v1/affiliates/invite returns its error when the claim cannot be released, and the key is free after the lease', async () => {
  const clock = fakeClock();
  const { admin } = await createBrand();
  const { email } = await invite(admin);
  const warn = vi.spyOn(logger, 'warn');
  const inviteWithKey = (address: string) =>
    send('POST', '/affiliates/invite', { token: admin, body: { email: address }, ...withKey('key') });
  engine.fail(faults.throttled, { operation: 'UpdateItem', containing: 'nobody' });
  expect((await inviteWithKey(email)).json.code).toBe('affiliate_exists');
  expect(warn).toHaveBeenCalledWith('idempotency claim not released', expect.anything());
  engine.heal();
  expectError(await inviteWithKey(email), inProgressError);
  clock.advance(leaseSeconds);
  expect((await inviteWithKey(email)).json.code).toBe('affiliate_exists');
  expect((await inviteWithKey(unusedEmail())).status).toBe(201);
});

test('POST /v1/campaigns frees the key after the lease when its function timed out during the write', async () => {
  const clock = fakeClock();
  const { admin } = await createBrand();
  const body = { name: 'Spring' };
  const { headers } = withKey('key');
  engine.heal();
  engine.fail(faults.hung, { operation: 'TransactWriteItems', times: 1 });
  const event = httpEvent(
    {
      method: 'POST',
      url: '/v1/campaigns',
      headers: Object.entries({
        ...headers,
        authorization: `Bearer ${admin}`,
        'content-type': 'application/json',
      }),
      body: Buffer.from(JSON.stringify(body)),
      sourceIp: '203.0.113.7',
      requestId: 'request',
      receivedAt: clock.now(),
    },
    { routeKey: 'POST /v1/campaigns', pathParameters: {} },
  );
  const answer = await createCampaign(event, { getRemainingTimeInMillis: () => 400 });
  expect(answer.statusCode).toBe(503);
  const again = () => send('POST', '/campaigns', { token: admin, body, headers });
  expectError(await again(), inProgressError);
  clock.advance(leaseSeconds);
  expect((await again()).status).toBe(201);
  const campaigns = async () => (await send('GET', '/campaigns', { token: admin })).json.meta.total;
  expect(await campaigns()).toBe(1);
  // Wait until the client of the timed-out function retries its call, which takes two seconds. This write must have no effect.
  await vi.waitFor(() => expect(engine.callsOf('TransactWriteItems')).toHaveLength(3), { timeout: 20_000 });
  expect(await campaigns()).toBe(1);
});

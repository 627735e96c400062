// Tests that retries with the same Idempotency-Key execute once and return the original response, byte for byte.
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { countByStatus, runConcurrently } from '#test/support/concurrent.ts';
import { discountDefinition, invite, sendInBulk, unusedEmail } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import {
  effectOf,
  inProgressError,
  isReplay,
  newKey,
  plainSituations,
  requestIn,
  visibleResponse,
  withKey,
} from '#test/support/idempotent-requests.ts';
import { isTransaction } from '#test/support/interruptions.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { type Answer, createBrand, newToken, type RequestOptions, send } from '#test/support/service.ts';
import type { World } from '#test/support/situations.ts';
import { inTurn, sized } from '#test/support/size.ts';
import { restore, type TableState, tableState } from '#test/support/table-states.ts';
import { createTestWorld } from '#test/support/world.ts';

const mismatch = errorBody(422, 'This Idempotency-Key was already used for a different request');
const oneDay = 24 * 3600;

let world: World;
let atStart: TableState;
beforeAll(async () => {
  world = await createTestWorld();
  atStart = await tableState();
});
// Restore the table after each test, because `effectOf` compares the whole table.
afterEach(() => restore(atStart));

const createCampaign = (token: string, sent: RequestOptions): Promise<Answer> =>
  send('POST', '/campaigns', { token, body: { name: 'Spring' }, ...sent });

const campaignsOf = async (token: string): Promise<number> =>
  (await send('GET', '/campaigns', { token })).json.meta.total;

/** Returns a request that the caller of the endpoint may send, and that differs from the requests of all situations. */
const otherRequestOf = (name: string): [path: string, body: object] =>
  name.startsWith('creator.')
    ? ['/creator/disputes', { kind: 'missingOrder', message: 'Another one' }]
    : ['/campaigns', { name: 'Another one' }];

describe.each(inTurn(plainSituations, 6, 3))(
  'the endpoint $name with an idempotency key',
  ({ name, situation }) => {
    test('returns the original response, byte for byte, and writes nothing on a retry', async () => {
      const request = await requestIn(world, situation);
      const key = newKey();
      const first = await request(key);
      expect(first.status, first.text).toBeLessThan(300);
      expect(isReplay(first)).toBe(false);
      const before = await allItems();
      const second = await request(key);
      expect(visibleResponse(second)).toEqual(visibleResponse(first));
      expect(isReplay(second)).toBe(true);
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      expect(await allItems()).toEqual(before);
    });

    test('a request with an idempotency key has the same effect as without a key', async () => {
      const plain = await requestIn(world, situation);
      const effect = await effectOf(() => plain());
      expect(Object.keys(effect).length).toBeGreaterThan(0);
      const keyed = await requestIn(world, situation);
      expect(await effectOf(() => keyed(newKey()))).toEqual(effect);
    });

    test('returns 422 and writes nothing when the key is reused for another request', async () => {
      const request = await requestIn(world, situation);
      const key = newKey();
      await request(key);
      const before = await allItems();
      const [path, body] = otherRequestOf(name);
      const differing = await send('POST', path, { token: request.token, body, ...withKey(key) });
      expectError(differing, mismatch);
      expect(await allItems()).toEqual(before);
      expect(isReplay(await request(key))).toBe(true);
    });

    test('executes once when identical requests arrive at once, and returns the response or 409 to each', async () => {
      const singleRequest = await requestIn(world, situation);
      const effect = await effectOf(() => singleRequest(newKey()));
      const request = await requestIn(world, situation);
      const key = newKey();
      let answers: readonly Answer[] = [];
      const effectOfAll = await effectOf(async () => {
        answers = await runConcurrently(sized(5, 20), () => request(key));
      });
      expect(effectOfAll).toEqual(effect);
      const [first, ...others] = answers.filter(({ status }) => status < 300);
      if (first === undefined) throw new Error('No request succeeded');
      for (const other of others) expect(visibleResponse(other)).toEqual(visibleResponse(first));
      expect(others.filter((other) => !isReplay(other)).length).toBeLessThanOrEqual(1);
      for (const waiting of answers.filter(({ status }) => status >= 300)) {
        expectError(waiting, inProgressError);
        expect(waiting.headers['retry-after']).toBe('1');
      }
      expect(visibleResponse(await request(key))).toEqual(visibleResponse(first));
    });
  },
);

test('an endpoint returns 422 when an idempotency key is reused with the same body for another path', async () => {
  const { admin } = await createBrand();
  const { id: affiliateId, trackingCode } = await invite(admin);
  const { trackingCode: otherCode } = await invite(admin);
  const key = withKey(newKey());
  const click = (code: string) => send('POST', `/tracking/ref/${code}`, { token: admin, ...key, body: {} });
  expect((await click(trackingCode)).status).toBe(201);
  expectError(await click(otherCode), mismatch);
  const body = discountDefinition(affiliateId);
  expectError(await send('POST', '/discounts', { token: admin, ...key, body }), mismatch);
});

test('a retry whose JSON is formatted differently returns the original response', async () => {
  const { admin } = await createBrand();
  const key = withKey(newKey());
  const email = unusedEmail();
  const invitation = (body: string) => send('POST', '/affiliates/invite', { token: admin, body, ...key });
  const first = await invitation(`{"email":"${email}","name":"Ada"}`);
  const second = await invitation(`{ "name": "\\u0041da", "email": "${email}" }`);
  expect([first.status, visibleResponse(second)]).toEqual([201, visibleResponse(first)]);
});

test('a retry returns the original response after the resource has changed', async () => {
  const { admin } = await createBrand();
  const key = withKey(newKey());
  const first = await createCampaign(admin, key);
  await send('PATCH', `/campaigns/${first.json.data.id}`, { token: admin, body: { name: 'Summer' } });
  await send('DELETE', `/campaigns/${first.json.data.id}`, { token: admin });
  expect(visibleResponse(await createCampaign(admin, key))).toEqual(visibleResponse(first));
  expect(await campaignsOf(admin)).toBe(0);
});

test('an idempotency key is shared between the users of a brand but not between brands', async () => {
  const [one, other] = [await createBrand(), await createBrand()];
  const key = withKey(newKey());
  const first = await createCampaign(one.admin, key);
  expect(visibleResponse(await createCampaign(one.member, key))).toEqual(visibleResponse(first));
  const theirs = await createCampaign(other.admin, key);
  expect([theirs.status, isReplay(theirs)]).toEqual([201, false]);
  expect(theirs.json.data.id).not.toBe(first.json.data.id);
});

test('a retry by a caller without access returns 403 or 401 instead of the stored response', async () => {
  const { brand, admin, member } = await createBrand();
  const { id } = await invite(admin);
  const sent = { body: discountDefinition(id), ...withKey(newKey()) };
  expect((await send('POST', '/discounts', { ...sent, token: admin })).status).toBe(201);
  const refused = await send('POST', '/discounts', { ...sent, token: member });
  expectError(refused, errorBody(403, 'Your role does not allow this action'));
  const { token } = await newToken(brand.id, 'admin');
  await send('POST', '/auth/logout', { token });
  expectError(await send('POST', '/discounts', { ...sent, token }), errorBody(401, 'Token revoked'));
});

test('a response is stored for 24 hours, and then its idempotency key can be used again', async () => {
  const clock = fakeClock();
  const { brand, admin } = await createBrand();
  const key = withKey(newKey());
  const first = await createCampaign(admin, key);
  clock.advance(oneDay - 1);
  const { token } = await newToken(brand.id, 'admin');
  expect(visibleResponse(await createCampaign(token, key))).toEqual(visibleResponse(first));
  clock.advance(3);
  const later = await createCampaign(token, { ...key, body: { name: 'Another one' } });
  expect([later.status, isReplay(later)]).toEqual([201, false]);
  expect(visibleResponse(await createCampaign(token, { ...key, body: { name: 'Another one' } }))).toEqual(
    visibleResponse(later),
  );
  expect(await campaignsOf(token)).toBe(2);
});

describe('an idempotent endpoint (failed requests)', () => {
  test('does not store a validation error, so the corrected request can use the same key', async () => {
    const { admin } = await createBrand();
    const key = withKey(newKey());
    expectError(await createCampaign(admin, { ...key, body: { name: '' } }), invalidFields('name'));
    const body = { name: 'Spring', startDate: '2026-03-02', endDate: '2026-03-01' };
    expect((await createCampaign(admin, { ...key, body })).status).toBe(400);
    const answer = await createCampaign(admin, key);
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
  });

  test('does not store a conflict, so the same or another request can use the key', async () => {
    const { admin } = await createBrand();
    const { email } = await invite(admin);
    const key = withKey(newKey());
    const inviteWith = (address: string) =>
      send('POST', '/affiliates/invite', { token: admin, body: { email: address }, ...key });
    for (const _ of [1, 2])
      expect((await inviteWith(email)).json.message).toMatch(/e-mail address already exists/);
    const answer = await inviteWith(unusedEmail());
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
  });

  test('keeps the key for the same request after a 503, because it may have been written', async () => {
    const { admin } = await createBrand();
    const key = withKey(newKey());
    const sendCommand = dynamoDb.send.bind(dynamoDb);
    const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
      if (isTransaction(args[0], args[1]))
        throw Object.assign(new Error('Throttled'), { name: 'ThrottlingException' });
      return Reflect.apply(sendCommand, undefined, args);
    });
    expect((await createCampaign(admin, key)).status).toBe(503);
    spy.mockRestore();
    expectError(await createCampaign(admin, { ...key, body: { name: 'Autumn' } }), mismatch);
    const answer = await createCampaign(admin, key);
    expect([answer.status, isReplay(answer)]).toEqual([201, false]);
  });

  test('does not store a limit error, so the request succeeds later with the same key', async () => {
    const { admin } = await createBrand();
    const created = await runConcurrently(50, () => createCampaign(admin, { body: { name: 'One of many' } }));
    expect(countByStatus(created)).toEqual({ 201: 50 });
    const key = withKey(newKey());
    expectError(await createCampaign(admin, key), errorBody(403, 'Campaign limit reached'));
    await send('DELETE', `/campaigns/${created[0]?.json.data.id}`, { token: admin });
    expect((await createCampaign(admin, key)).status).toBe(201);
    expect(await campaignsOf(admin)).toBe(50);
  });

  test('does not store a 404 response, so the corrected request can use the same key', async () => {
    const { admin } = await createBrand();
    const { trackingCode } = await invite(admin);
    const key = withKey(newKey());
    const click = (code: string) => send('POST', `/tracking/ref/${code}`, { token: admin, ...key, body: {} });
    expectError(await click('no-such-code'), errorBody(404, 'Tracking code not found'));
    expect((await click(trackingCode)).status).toBe(201);
  });

  test('stores the response of a batch in which an item failed', async () => {
    const { admin } = await createBrand();
    const { id } = await invite(admin);
    const taken = discountDefinition(id);
    await sendInBulk(admin, [taken]);
    const sent = { token: admin, body: { discounts: [taken, discountDefinition(id)] }, ...withKey(newKey()) };
    const first = await send('POST', '/discounts/bulk', sent);
    expect(first.json.meta).toEqual({ total: 2, created: 1, failed: 1, cursor: null });
    expect(visibleResponse(await send('POST', '/discounts/bulk', sent))).toEqual(visibleResponse(first));
  });
});

describe('an idempotent endpoint (Idempotency-Key header)', () => {
  const invalidKeys = {
    empty: '',
    'of 256 characters': 'k'.repeat(256),
    'with a letter that is not ASCII': 'schlüssel',
    'with a control character': 'a\tb',
  };
  test.each(inTurn(plainSituations, 4, 1))('$name returns 400 for an invalid key', async ({ situation }) => {
    const request = await requestIn(world, situation);
    const before = await allItems();
    const message = 'Must be 1 to 255 printable ASCII characters';
    const refused = errorBody(400, 'Invalid headers', [{ path: 'Idempotency-Key', message }]);
    for (const key of Object.values(invalidKeys)) expectError(await request(key), refused);
    expect(await allItems()).toEqual(before);
  });

  test.each(['k', 'k'.repeat(255), ' !"#$%&/()=?`{[]}\\~|<>,;.:-_+*', 'nobody'])(
    'accepts the key %s',
    async (key) => {
      const { admin } = await createBrand();
      const [first, second] = [
        await createCampaign(admin, withKey(key)),
        await createCampaign(admin, withKey(key)),
      ];
      expect([first.status, visibleResponse(second), isReplay(second)]).toEqual([
        201,
        visibleResponse(first),
        true,
      ]);
    },
  );

  test('distinguishes keys by every character and by letter case', async () => {
    const { admin } = await createBrand();
    const keys = ['key-a', 'key-A', 'key-b', 'key-a ', 'key-a#'];
    for (const key of keys) await createCampaign(admin, withKey(key));
    expect(await campaignsOf(admin)).toBe(keys.length);
  });

  test('an endpoint that does not support idempotency keys ignores the header', async () => {
    const { brand } = await createBrand();
    const { token } = await newToken(brand.id, 'admin');
    const key = withKey('');
    expect((await send('POST', '/auth/refresh', { token, ...key })).status).toBe(200);
    expectError(await send('POST', '/auth/refresh', { token, ...key }), errorBody(401, 'Token revoked'));
    const { token: another } = await newToken(brand.id, 'admin');
    expect((await send('GET', '/campaigns', { token: another, ...key })).status).toBe(200);
  });

  test('stores hashes instead of the key and the request, and the response sealed with the key', async () => {
    const { admin } = await createBrand();
    const email = unusedEmail();
    const body = { email, name: 'A name that nobody has' };
    await send('POST', '/affiliates/invite', { token: admin, body, ...withKey(`key of ${email}`) });
    const claims = (await allItems()).filter(({ pk }) => String(pk).includes('#IDEMPOTENCY#'));
    for (const claim of claims) expect(JSON.stringify(claim)).not.toContain(email);
    expect(claims.length).toBeGreaterThan(0);
  });
});

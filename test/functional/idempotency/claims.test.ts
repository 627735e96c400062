// Tests claims of an idempotency key by requests that act on a stale read.
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  acquireClaim,
  type Claim,
  claimKey,
  type IdempotentRequest,
  releaseClaim,
  storeResponse,
} from '#lib/foundation/idempotency/store.ts';
import { storeResponseWrite } from '#lib/foundation/idempotency/writes.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { dynamoDb, getItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { leaseSeconds, withKey } from '#test/support/idempotent-requests.ts';
import { createBrand, send } from '#test/support/service.ts';

const answer = { statusCode: 201, body: '{"data":1}' };
const inProgress = 'A request with this Idempotency-Key is in progress';

/** Returns a function that creates requests with the same key and content but different ids. */
function createRequestFactory(): (id: string, content?: object) => IdempotentRequest {
  const key = claimKey(newId('brand', now()), 'key');
  const idempotencyKey = 'key';
  return (id, content = { body: 1 }) => ({
    key,
    idempotencyKey,
    id,
    content: { ...content },
    now: now(),
    begunAt: now(),
  });
}

const readClaim = ({ key }: IdempotentRequest): Promise<Item | undefined> => getItem(key);

async function acquire(request: IdempotentRequest, known: Item | undefined): Promise<Claim> {
  const claimed = await acquireClaim(request, known);
  if ('owner' in claimed) return claimed;
  throw new Error('The response is stored already');
}

test('exactly one of two requests that both found no claim of the idempotency key acquires it', async () => {
  const request = createRequestFactory();
  await acquire(request('one'), undefined);
  await expect(acquireClaim(request('two'), undefined)).rejects.toThrow(inProgress);
});

test('a request that read an idempotency key before another request claimed it receives the stored response', async () => {
  const request = createRequestFactory();
  await transact([storeResponseWrite(await acquire(request('one'), undefined), answer)]);
  expect(await acquireClaim(request('two'), undefined)).toEqual(answer);
  await expect(acquireClaim(request('three', { body: 2 }), undefined)).rejects.toThrow('different request');
});

test('a request that read the claim before its response was stored receives the stored response', async () => {
  const clock = fakeClock();
  const request = createRequestFactory();
  const first = await acquire(request('one'), undefined);
  const known = await readClaim(request('two'));
  clock.advance(leaseSeconds);
  await storeResponse(first, answer);
  expect(await acquireClaim(request('two'), known)).toEqual(answer);
});

test('exactly one of two requests takes over an expired claim with its progress, and writes of the previous owner are rejected', async () => {
  const clock = fakeClock();
  const request = createRequestFactory();
  const first = await acquire(request('one'), undefined);
  const known = await readClaim(request('two'));
  await transact(first.attempt.markDone([3, 5]));
  clock.advance(leaseSeconds);
  const second = await acquire(request('two'), known);
  await expect(acquireClaim(request('three'), known)).rejects.toThrow(inProgress);
  expect(second.attempt.done).toEqual(new Set([3, 5]));
  expect(second.attempt.begunAt).toEqual(first.attempt.begunAt);
  expect(second.attempt.idForPart('discount', 7)).toBe(first.attempt.idForPart('discount', 7));
  expect(second.attempt.idForPart('discount', 7)).not.toBe(second.attempt.idForPart('discount', 8));
  for (const write of [storeResponseWrite(first, answer), ...first.attempt.markDone([6])]) {
    await expect(transact([write])).rejects.toThrow(inProgress);
  }
  await expect(storeResponse(first, answer)).rejects.toThrow(inProgress);
});

test('a retry 14 seconds after the claim, and until its lease of 15 seconds ends, is refused and cannot take over the claim', async () => {
  const clock = fakeClock();
  const request = createRequestFactory();
  await acquire(request('one'), undefined);
  const known = await readClaim(request('two'));
  for (const seconds of [14, 0.999]) {
    clock.advance(seconds);
    await expect(acquireClaim(request('two'), known)).rejects.toThrow(inProgress);
    await expect(acquireClaim(request('two'), undefined)).rejects.toThrow(inProgress);
    expect(await readClaim(request('two'))).toEqual(known);
  }
  clock.advance(0.001);
  expect((await acquire(request('two'), known)).owner).toBe('two');
});

test.each(['refused', 'failed'] as const)(
  'a claim that was released (%s) rejects the response of its previous owner and stores that of the next request',
  async (end) => {
    const request = createRequestFactory();
    const first = await acquire(request('one'), undefined);
    await releaseClaim(first, end, now());
    await expect(transact([storeResponseWrite(first, answer)])).rejects.toThrow(inProgress);
    const second = await acquire(request('two'), await readClaim(request('two')));
    await transact([storeResponseWrite(second, answer)]);
    expect(await acquireClaim(request('three'), await readClaim(request('three')))).toEqual(answer);
  },
);

test('any request can claim an idempotency key after a refusal, but only the same request can claim it after a failure', async () => {
  const [refused, failed] = [createRequestFactory(), createRequestFactory()];
  await releaseClaim(await acquire(refused('one'), undefined), 'refused', now());
  await releaseClaim(await acquire(failed('one'), undefined), 'failed', now());
  const other = { body: 2 };
  const claimOther = async (request: IdempotentRequest) => acquireClaim(request, await readClaim(request));
  await expect(claimOther(failed('two', other))).rejects.toThrow('different request');
  expect('owner' in (await claimOther(failed('two')))).toBe(true);
  expect('owner' in (await claimOther(refused('two', other)))).toBe(true);
});

test.each(['refused', 'failed'] as const)(
  'a stored response is kept when its claim is released (%s)',
  async (end) => {
    const request = createRequestFactory();
    const first = await acquire(request('one'), undefined);
    await transact([storeResponseWrite(first, answer)]);
    await releaseClaim(first, end, now());
    expect(await acquireClaim(request('two'), await readClaim(request('two')))).toEqual(answer);
  },
);

test('a claim keeps the progress of its batch after a refusal', async () => {
  const clock = fakeClock();
  const request = createRequestFactory();
  const first = await acquire(request('one'), undefined);
  await transact(first.attempt.markDone([0]));
  await releaseClaim(first, 'refused', now());
  clock.advance(leaseSeconds);
  const second = await acquire(request('two'), await readClaim(request('two')));
  expect(second.attempt.done).toEqual(new Set([0]));
});

test('a key can be used again 24 hours and a second after its request, without the response and the progress of that request', async () => {
  const clock = fakeClock('2026-03-01T09:30:00.000Z');
  const request = createRequestFactory();
  const first = await acquire(request('one'), undefined);
  await transact(first.attempt.markDone([3]));
  await transact([storeResponseWrite(first, answer)]);
  clock.advance(24 * 3600 + 0.999);
  const known = await readClaim(request('two'));
  expect(await acquireClaim(request('two'), known)).toEqual(answer);
  expect(await acquireClaim(request('two'), undefined)).toEqual(answer);
  clock.advance(0.001);
  const second = await acquire(request('two', { body: 2 }), known);
  expect(second.attempt.done).toEqual(new Set());
  expect(second.attempt.begunAt).toEqual(clock.now());
  const stored = await readClaim(request('three'));
  expect(stored).not.toHaveProperty('answer');
  expect(stored).not.toHaveProperty('done');
  await expect(acquireClaim(request('three', { body: 2 }), stored)).rejects.toThrow(inProgress);
});

test('a request whose claim was written without a response acquires the claim again', async () => {
  const request = createRequestFactory();
  const first = await acquire(request('one'), undefined);
  const again = await acquire(request('one'), undefined);
  expect([again.owner, again.attempt.begunAt]).toEqual([first.owner, first.attempt.begunAt]);
  expect(again.attempt.idForPart('discount', 1)).toBe(first.attempt.idForPart('discount', 1));
});

test('only one of two requests takes over a claim, when the other one has read the claim before', async () => {
  const clock = fakeClock();
  const request = createRequestFactory();
  await acquire(request('one'), undefined);
  const known = await readClaim(request('two'));
  clock.advance(leaseSeconds);
  await acquire(request('two'), known);
  clock.advance(leaseSeconds);
  await expect(acquireClaim(request('three'), known)).rejects.toThrow(inProgress);
  expect((await acquire(request('three'), await readClaim(request('three')))).owner).toBe('three');
});

test('a claim that conflicts with the transaction of its owner is in progress', async () => {
  const request = createRequestFactory();
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async () => {
    throw Object.assign(new Error('conflict'), { name: 'TransactionConflictException', $metadata: {} });
  });
  onTestFinished(() => spy.mockRestore());
  await expect(acquireClaim(request('one'), undefined)).rejects.toThrow(inProgress);
});

test('after a 503, only the same request can use the key, because the first one may have had its effect', async () => {
  const { admin: token } = await createBrand();
  const create = (name: string) =>
    send('POST', '/campaigns', { token, body: { name }, ...withKey('the key of a lost request') });
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  const spy = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] !== 'TransactWriteItems') return Reflect.apply(sendCommand, undefined, args);
    throw Object.assign(new Error('No answer'), { name: 'TimeoutError' });
  });
  onTestFinished(() => spy.mockRestore());
  expect((await create('Spring')).status).toBe(503);
  spy.mockRestore();
  expect((await create('Summer')).json).toMatchObject({ statusCode: 422, code: 'idempotency_key_reused' });
  expect((await create('Spring')).status).toBe(201);
});

// Claims of a key between two requests that each know less than the table: who is told what, in the moments that are too
// short to be met from outside.
import { expect, test } from 'vitest';
import {
  type Claim,
  acquireClaim,
  claimKey,
  type IdempotentRequest,
  storeResponse,
  releaseClaim,
  storeResponseWrite,
} from '#lib/idempotency/store.ts';
import { now } from '#lib/shared/clock.ts';
import { newId } from '#lib/shared/ids.ts';
import { getItem } from '#lib/table/client.ts';
import { type Item } from '#lib/table/keys/item.ts';
import { transact } from '#lib/table/transact.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { lease } from '#test/support/keyed.ts';

const answer = { statusCode: 201, body: '{"data":1}' };
const underWay = 'A request with this Idempotency-Key is under way';

/** Requests that are the same, each with an id of its own. */
function requests(): (id: string, content?: object) => IdempotentRequest {
  const key = claimKey(newId('brand', now()), 'key');
  return (id, content = { body: 1 }) => ({ key, id, content: { ...content }, now: now() });
}

const found = ({ key }: IdempotentRequest): Promise<Item | undefined> => getItem(key);

/** Takes the key of a request, of which this is known. */
async function taken(request: IdempotentRequest, known: Item | undefined): Promise<Claim> {
  const claimed = await acquireClaim(request, known);
  if ('owner' in claimed) return claimed;
  throw new Error('It is answered already');
}

test('of two that both found nothing one has the key', async () => {
  const request = requests();
  await taken(request('one'), undefined);
  await expect(acquireClaim(request('two'), undefined)).rejects.toThrow(underWay);
});

test('who found nothing, and comes when it is answered, has the answer', async () => {
  const request = requests();
  await transact([storeResponseWrite(await taken(request('one'), undefined), answer)]);
  expect(await acquireClaim(request('two'), undefined)).toEqual(answer);
  await expect(acquireClaim(request('three', { body: 2 }), undefined)).rejects.toThrow('another request');
});

test('who found a request that has come to no end, and comes when it has, has its answer', async () => {
  const clock = fakeClock();
  const request = requests();
  const first = await taken(request('one'), undefined);
  const known = await found(request('two'));
  clock.advance(lease);
  await storeResponse(first, answer);
  expect(await acquireClaim(request('two'), known)).toEqual(answer);
});

test('of two that both found one that has died, one has the key, with what was done before', async () => {
  const clock = fakeClock();
  const request = requests();
  const first = await taken(request('one'), undefined);
  const known = await found(request('two'));
  await transact(first.attempt.markDone([3, 5]));
  clock.advance(lease);
  const second = await taken(request('two'), known);
  await expect(acquireClaim(request('three'), known)).rejects.toThrow(underWay);
  expect(second.attempt.done).toEqual(new Set([3, 5]));
  expect(second.attempt.begunAt).toEqual(first.attempt.begunAt);
  expect(second.attempt.idOf('discount', 7)).toBe(first.attempt.idOf('discount', 7));
  expect(second.attempt.idOf('discount', 7)).not.toBe(second.attempt.idOf('discount', 8));
  for (const write of [storeResponseWrite(first, answer), ...first.attempt.markDone([6])]) {
    await expect(transact([write])).rejects.toThrow(underWay);
  }
  await expect(storeResponse(first, answer)).rejects.toThrow(underWay);
});

test.each(['refused', 'failed'] as const)(
  'a key that was let go (%s) takes no answer of who has let it go, and no other effect',
  async (end) => {
    const request = requests();
    const first = await taken(request('one'), undefined);
    await releaseClaim(first, end, now());
    await expect(transact([storeResponseWrite(first, answer)])).rejects.toThrow(underWay);
    const second = await taken(request('two'), await found(request('two')));
    await transact([storeResponseWrite(second, answer)]);
    expect(await acquireClaim(request('three'), await found(request('three')))).toEqual(answer);
  },
);

test('a key that was let go is free for any request where it was refused, and else for the same one', async () => {
  const [refused, failed] = [requests(), requests()];
  await releaseClaim(await taken(refused('one'), undefined), 'refused', now());
  await releaseClaim(await taken(failed('one'), undefined), 'failed', now());
  const other = { body: 2 };
  const claimOther = async (request: IdempotentRequest) => acquireClaim(request, await found(request));
  await expect(claimOther(failed('two', other))).rejects.toThrow('another request');
  expect('owner' in (await claimOther(failed('two')))).toBe(true);
  expect('owner' in (await claimOther(refused('two', other)))).toBe(true);
});

test.each(['refused', 'failed'] as const)('nothing lets an answer go (%s)', async (end) => {
  const request = requests();
  const first = await taken(request('one'), undefined);
  await transact([storeResponseWrite(first, answer)]);
  await releaseClaim(first, end, now());
  expect(await acquireClaim(request('two'), await found(request('two')))).toEqual(answer);
});

test('what is done in parts is not forgotten by a refusal', async () => {
  const clock = fakeClock();
  const request = requests();
  const first = await taken(request('one'), undefined);
  await transact(first.attempt.markDone([0]));
  await releaseClaim(first, 'refused', now());
  clock.advance(lease);
  const second = await taken(request('two'), await found(request('two')));
  expect(second.attempt.done).toEqual(new Set([0]));
});

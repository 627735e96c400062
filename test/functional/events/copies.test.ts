// Tests that the copies of events beside their resource appear in the order of the events.
import { afterEach, expect, test, vi } from 'vitest';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { resourceEventPartition } from '#lib/foundation/table/keys/event-keys.ts';
import { inviteActive, patch } from '#test/support/creations.ts';
import { followFeed } from '#test/support/events.ts';
import { createBrand } from '#test/support/service.ts';
import { aggregate, continueWork, newChanges } from '#test/support/stream.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function failFirstWrite(partition: string): void {
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  let hasFailed = false;
  vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    const { Item: item } = Object(args[1]);
    if (hasFailed || item?.pk !== partition) return Reflect.apply(sendCommand, undefined, args);
    hasFailed = true;
    throw Object.assign(new Error('The table did not answer'), { name: 'AbortError' });
  });
}

test('a consumer of one resource misses no event when the copy of an earlier event is written in a second attempt', async () => {
  const { admin: token, brand } = await createBrand('scale');
  const { id } = await inviteActive(token);
  for (const name of ['Ada', 'Ada L.', 'Ada Lovelace']) await patch(token, `/affiliates/${id}`, { name });
  for (const batch of await newChanges()) await aggregate(batch);
  const pages = await newChanges();
  failFirstWrite(resourceEventPartition(brand.id, id));
  const follow = (after?: string) => followFeed(token, `resourceId=${id}`, after);

  const attempts = await Promise.allSettled(pages.map(continueWork));
  expect(attempts.map(({ status }) => status)).toContain('rejected');
  const early = await follow();
  for (const batch of pages) await continueWork(batch);
  const all = await follow();
  const seen = [...early, ...(await follow(early.at(-1)?.id))];
  expect(seen.map(({ sequence }) => sequence)).toEqual(all.map(({ sequence }) => sequence));
  expect(all).toHaveLength(5);
});

// Tests that erasures of personal data are repeated after the restore of the whole table.
import { expect, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb, getItem, putItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { operator } from '#test/support/operator.ts';
import { copyOfTable } from '#test/support/restored-table.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, newChanges } from '#test/support/stream.ts';

/** Gives the live table the items of an earlier time. */
async function moveBackTo(items: readonly Item[]): Promise<void> {
  const TableName = environment.TABLE_NAME;
  for (const { pk, sk } of await allItems())
    await dynamoDb.send('DeleteItem', { TableName, Key: { pk, sk } });
  for (const Item of items) await dynamoDb.send('PutItem', { TableName, Item });
  // The stream of a restored table begins empty.
  while ((await newChanges()).length > 0);
}

async function repeat(...options: readonly string[]): Promise<Json> {
  const { stdout, stderr } = await operator(['erasures', 'repeat', '--json', ...options]);
  expect(stderr).toBe('');
  return JSON.parse(stdout).counts;
}

const erase = async (token: string, path: string): Promise<string> =>
  (await dataOf(send('DELETE', `${path}/personal-data`, { token }), 202)).id;

const statusOf = async (token: string, erasure: string): Promise<string> =>
  (await dataOf(send('GET', `/personal-data-erasures/${erasure}`, { token }))).status;

test('erasures that the restored table has lost are repeated, and those that it contains are completed', async () => {
  const { admin: token } = await createBrand('scale');
  const [first, begun, later] = [
    await inviteActive(token, { name: 'Ada First' }),
    await inviteActive(token, { name: 'Ben Begun' }),
    await inviteActive(token, { name: 'Cleo Later' }),
  ];
  const order = await recordOrder(token, {
    trackingCode: later.trackingCode,
    customerId: 'erased.customer@customers.test',
  });
  const ofFirst = await erase(token, `/affiliates/${first.id}`);
  await recordAllEvents();
  // At the restored time, a segment of events is recorded and not copied yet, and an erasure is in progress.
  await patch(token, `/affiliates/${later.id}`, { name: 'Cleo Uncopied' });
  for (const batch of await newChanges()) await aggregate(batch);
  const ofBegun = await erase(token, `/affiliates/${begun.id}`);
  const restored = await allItems();

  const ofLater = await erase(token, `/affiliates/${later.id}`);
  const ofCustomer = await erase(token, '/customers/erased.customer@customers.test');
  const young = await inviteActive(token);
  await erase(token, `/affiliates/${young.id}`);
  await recordAllEvents();
  const earlierTable = await copyOfTable();
  await moveBackTo(restored);
  const { name } = await dataOf(send('GET', `/affiliates/${later.id}`, { token }));
  expect(name).toBe('Cleo Uncopied');

  const from = ['--from-table', earlierTable];
  expect(await repeat(...from)).toEqual({ complete: 1, inProgress: 0, repeated: 3, absent: 1 });
  expect(await repeat(...from)).toEqual({ complete: 1, inProgress: 3, repeated: 0, absent: 1 });
  await recordAllEvents();
  expect(await repeat(...from)).toEqual({ complete: 4, inProgress: 0, repeated: 0, absent: 1 });

  for (const erasure of [ofFirst, ofBegun, ofLater, ofCustomer])
    expect(await statusOf(token, erasure)).toBe('completed');
  for (const { id } of [first, begun, later])
    expect(await dataOf(send('GET', `/affiliates/${id}`, { token }))).toMatchObject({ name: 'Erased' });
  expect(await dataOf(send('GET', `/conversions/${order.id}`, { token }))).toMatchObject({
    customerId: null,
  });
  const feed = JSON.stringify(await followFeed(token));
  expect(feed).toContain(later.id);
  for (const erased of ['Cleo', 'Ben Begun', 'erased.customer']) expect(feed).not.toContain(erased);
});

test('an erasure whose changes the stream has lost is repeated after an hour, and not before', async () => {
  const clock = fakeClock();
  const { admin } = await createBrand('scale');
  // An API key, because a session ends while the clock advances.
  const token = (await createApiKey(admin)).key;
  const { id } = await inviteActive(token, { name: 'Dora Stuck' });
  await recordAllEvents();
  const erasure = await erase(token, `/affiliates/${id}`);
  while ((await newChanges()).length > 0);
  expect((await repeat()).repeated).toBe(0);
  expect(await statusOf(token, erasure)).toBe('processing');
  const hourAfter =
    Date.parse((await dataOf(send('GET', `/personal-data-erasures/${erasure}`, { token }))).createdAt) +
    3_600_000;
  clock.set(new Date(hourAfter - 1));
  expect(await repeat()).toMatchObject({ inProgress: 1, repeated: 0 });
  clock.set(new Date(hourAfter));
  expect((await repeat()).repeated).toBe(1);
  await recordAllEvents();
  expect(await statusOf(token, erasure)).toBe('completed');
  expect(JSON.stringify(await followFeed(token))).not.toContain('Dora Stuck');
});

test('an unreadable brand does not stop the repetition of the erasures of other brands, and is named', async () => {
  const clock = fakeClock();
  const [{ brand: broken }, { admin }] = [await createBrand('scale'), await createBrand('scale')];
  const token = (await createApiKey(admin)).key;
  const { id } = await inviteActive(token, { name: 'Dora Stuck' });
  await recordAllEvents();
  await erase(token, `/affiliates/${id}`);
  while ((await newChanges()).length > 0);
  clock.advance(3600);
  const stored = await getItem(keys.brand(broken.id));
  await putItem({ Item: { ...stored, createdAt: 'some day' } });
  const { exitCode, stdout } = await operator(['erasures', 'repeat', '--json']);
  await putItem({ Item: { ...stored } });
  const { counts, failed } = JSON.parse(stdout);
  expect([exitCode, counts.repeated, failed]).toEqual([
    1,
    1,
    [{ brandId: broken.id, failure: expect.stringContaining('createdAt') }],
  ]);
  await recordAllEvents();
});

test('the operator refuses to read lost erasures from the table that the stage uses', async () => {
  const { exitCode, stderr } = await operator(['erasures', 'repeat', '--from-table', environment.TABLE_NAME]);
  expect([exitCode, stderr]).toEqual([
    1,
    '--from-table: the stage uses this table: name the one that it used before the restore\n',
  ]);
});

test('the operator names a table that does not exist', async () => {
  const { exitCode, stderr } = await operator(['erasures', 'repeat', '--from-table', 'no-such-table']);
  expect([exitCode, stderr]).toEqual([
    1,
    'The table no-such-table does not exist in this account and region\n',
  ]);
});

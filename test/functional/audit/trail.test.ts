// Tests the audit trail: its order, its filters and its pages.
import { beforeAll, describe, expect, test } from 'vitest';
import { putItem } from '#lib/foundation/table/client.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { noEvents, segmentOf, sequenced } from '#lib/record/events/rules/segment.ts';
import { readEntries } from '#lib/record/events/store/trail-entries.ts';
import { createApiKey, inviteActive, recordOrder } from '#test/support/creations.ts';
import { followFeed, followTrail, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { createBrand, send } from '#test/support/service.ts';

let token: string;
let member: string;
let creator: Json;
let order: Json;
let keyId: string;
let all: readonly Json[];

beforeAll(async () => {
  ({ admin: token, member } = await createBrand('scale'));
  creator = await inviteActive(token);
  await recordAllEvents();
  const { id, key } = await createApiKey(token);
  keyId = id;
  order = await recordOrder(key, { trackingCode: creator.trackingCode, amount: 80.5 });
  await recordAllEvents();
  await send('PATCH', `/affiliates/${creator.id}`, { token, body: { name: 'Ada L.' } });
  await recordAllEvents();
  all = await followTrail(token);
});

const ids = (entries: readonly Json[]) => entries.map(({ id }) => id);

test('the trail has every event, newest first, with the change before and after', async () => {
  const events = await followFeed(token);
  expect(ids(all.filter(({ id }) => ids(events).includes(id)))).toEqual(ids(events.toReversed()));
  const renamed = all.find(({ type }) => type === 'affiliate.updated');
  expect(renamed).toMatchObject({
    resourceId: creator.id,
    changes: { name: { before: creator.name, after: 'Ada L.' } },
    actor: { type: 'user', id: expect.stringMatching(/^usr_/), requestId: expect.any(String) },
  });
});

test('pages of every size have the same entries', async () => {
  expect(ids(await followTrail(token, 'limit=2'))).toEqual(ids(all));
  expect(ids(await followTrail(token, 'limit=1'))).toEqual(ids(all));
});

describe('the filters of the trail', () => {
  test('`actorId` finds the entries of a user, of an API key and of the service', async () => {
    for (const actorId of [keyId, all.at(-1).actor.id, 'service']) {
      const wanted = all.filter(({ actor }) => (actor.id ?? actor.type) === actorId);
      expect(ids(await followTrail(token, `actorId=${actorId}&limit=2`)), actorId).toEqual(ids(wanted));
    }
    expect((await followTrail(token, `actorId=${keyId}`)).length).toBeGreaterThan(0);
  });

  test('`resourceId` and `actorId` together find what one actor did to one resource', async () => {
    const found = await followTrail(token, `resourceId=${order.id}&actorId=${keyId}`);
    expect(found.map(({ type }) => type)).toEqual(['conversion.recorded']);
    expect(await followTrail(token, `resourceId=${creator.id}&actorId=${keyId}`)).toEqual([]);
  });

  test('`type` accepts patterns', async () => {
    const found = await followTrail(token, 'type=commission.*,affiliate.updated');
    const wanted = all.filter(({ type }) => /^commission|^affiliate.updated/.test(type));
    expect(ids(found)).toEqual(ids(wanted));
    expect((await send('GET', '/audit?type=order.*', { token })).status).toBe(400);
  });

  test('`createdFrom` and `createdTo` are inclusive instants', async () => {
    const [to, from] = [all[2].createdAt, all.at(-3).createdAt];
    const found = await followTrail(token, `createdFrom=${from}&createdTo=${to}&limit=2`);
    expect(ids(found)).toEqual(ids(all.filter(({ createdAt }) => from <= createdAt && createdAt <= to)));
  });
});

test('the trail and its export have the entries of the last 400 days, to the millisecond', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin, brand } = await createBrand('scale');
  const oldest = clock.now().getTime() - 400 * 86_400_000;
  const events = sequenced(
    brand.id,
    [oldest - 1, oldest, oldest + 1].map((at) => ({
      ...{ type: 'affiliate.updated', resourceId: 'aff_1', data: {}, changes: {} },
      attribution: { actor: { id: 'operator' }, at: new Date(at) },
    })),
    noEvents,
  );
  await putItem({ Item: { ...eventKeys.eventSegment(brand.id, 1), ...segmentOf(events) } });
  const wanted = events.slice(1).map(({ id }) => id);
  expect(ids(await followTrail(admin)).toReversed()).toEqual(wanted);
  const exported: string[] = [];
  const range = { from: undefined, to: clock.now(), after: null };
  for await (const page of readEntries(brand.id, range)) exported.push(...ids(page));
  expect(exported).toEqual(wanted);
});

test('a cursor with other filters is a 400', async () => {
  const { json } = await send('GET', '/audit?limit=1', { token });
  const other = await send('GET', `/audit?limit=1&type=*&cursor=${json.meta.cursor}`, { token });
  expect([other.status, other.json.code]).toEqual([400, 'cursor_invalid']);
});

test('members cannot read the audit trail, and admins of every plan can', async () => {
  expect((await send('GET', '/audit', { token: member })).status).toBe(403);
  const { admin: starter } = await createBrand('starter');
  expect((await send('GET', '/audit', { token: starter })).status).toBe(200);
});

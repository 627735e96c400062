// Tests that each effect of each endpoint is an event with the schema of the contract, and that requests without effect are none.
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { type EventType, eventTypes } from '#lib/foundation/contract/event-types.ts';
import { type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { presentEvent } from '#lib/record/events/present/response.ts';
import type { FeedEvent } from '#lib/record/events/rules/audience.ts';
import { schemaNameOf } from '#lib/surface/api/event-schemas.ts';
import { eventExamplesFile, readEventExamples } from '#lib/surface/api/examples.ts';
import { schemaReference } from '#lib/surface/api/json-schema.ts';
import { problemsOf } from '#test/support/api-document.ts';
import { casesOf } from '#test/support/cases.ts';
import { orderReading, shopOrder, storeReadings } from '#test/support/connections.ts';
import { takeNewEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { isReplay, newKey, withKey } from '#test/support/idempotent-requests.ts';
import type { Json } from '#test/support/json.ts';
import { refund } from '#test/support/orders.ts';
import { rareSituations } from '#test/support/rare-cases.ts';
import { fieldsOf, stable } from '#test/support/recorded-examples.ts';
import { writingRoutes } from '#test/support/requests.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import type { Situation, World } from '#test/support/situations.ts';
import { createTestWorld } from '#test/support/world.ts';
import { effects, otherEffects } from './effects.ts';

let world: World;
/** The first event of each type. */
const seen = new Map<string, Json>();

beforeAll(async () => {
  world = await createTestWorld();
});

const bodyOf = (type: EventType) => ({ $ref: schemaReference(schemaNameOf(type)) });

/** Also checks that the events have the schemas of the contract, without further fields. */
async function newEvents(): Promise<readonly FeedEvent[]> {
  const events = await takeNewEvents();
  for (const event of events) {
    const body = presentEvent(event);
    expect(problemsOf(bodyOf(event.type), body), event.type).toEqual([]);
    if (!seen.has(event.type)) seen.set(event.type, stable(JSON.stringify(body), Date.parse(body.createdAt)));
  }
  return events;
}

const typesIn = (events: readonly FeedEvent[]) => [...new Set(events.map(({ type }) => type))].toSorted();

/** Sends the request of the situation, and again with the same idempotency key if the endpoint accepts one. */
async function typesOf(route: Route, situation: Situation) {
  const {
    path,
    status,
    method = route.method,
    ...sent
  } = { token: world.token, ...(await situation(world)) };
  await takeNewEvents();
  const request = takesIdempotencyKey(route) ? { ...sent, ...withKey(newKey()) } : sent;
  const answer = await send(method, path, request);
  expect(answer.status, answer.text).toBe(status);
  const types = typesIn(await newEvents());
  if (takesIdempotencyKey(route) && status === 201) {
    expect(isReplay(await send(method, path, request))).toBe(true);
    expect(await takeNewEvents()).toEqual([]);
  }
  return { types, isRefused: status >= 400 };
}

const situationsOf = (name: string) => ({ ...casesOf(name).situations, ...rareSituations[name] });

const requests = writingRoutes.flatMap((route) =>
  Object.entries(situationsOf(route.name)).flatMap(([name, situation], index) => {
    const other = otherEffects[route.name]?.[name];
    const isSent = index === 0 || other !== undefined || rareSituations[route.name]?.[name] === undefined;
    return isSent
      ? [{ route, endpoint: route.name, name, situation, types: other ?? effects[route.name] }]
      : [];
  }),
);

describe.each(requests)('the endpoint $endpoint (case: $name)', ({ route, situation, types }) => {
  test('causes the events that effects.ts lists, and none when it is replayed', async () => {
    const found = await typesOf(route, situation);
    expect(found.types).toEqual(found.isRefused ? [] : types);
  });
});

async function eventsAfter(work: () => Promise<unknown>) {
  await takeNewEvents();
  await work();
  return newEvents();
}

const typesAfter = async (work: () => Promise<unknown>) => typesIn(await eventsAfter(work));

describe('the other effects', () => {
  const setStatus = (path: string, status: string) => () => world.by.patch(world.token, path, { status });

  test('a creator is paused and banned', async () => {
    const { id } = await world.by.inviteActive(world.token);
    expect(await typesAfter(setStatus(`/affiliates/${id}`, 'paused'))).toEqual(['affiliate.paused']);
    expect(await typesAfter(setStatus(`/affiliates/${id}`, 'banned'))).toEqual(['affiliate.banned']);
  });

  test('an application is declined', async () => {
    const token = await world.by.applicationTokenOf(world.brandId);
    const [applied] = await eventsAfter(() =>
      world.by.send('POST', '/programs/applications', { body: { token } }),
    );
    expect(await typesAfter(setStatus(`/affiliates/${applied?.resourceId}`, 'declined'))).toEqual([
      'affiliate.declined',
    ]);
  });

  test('a campaign is paused and ended', async () => {
    const { id } = await world.by.createCampaign(world.token, { status: 'active' });
    expect(await typesAfter(setStatus(`/campaigns/${id}`, 'paused'))).toEqual(['campaign.paused']);
    expect(await typesAfter(setStatus(`/campaigns/${id}`, 'ended'))).toEqual(['campaign.ended']);
  });

  test('an order is refunded in full', async () => {
    const order = await world.by.recordOrder(world.token, { trackingCode: world.code });
    expect(await typesAfter(() => refund(world.token, order.id))).toEqual([
      'commission.reversed',
      'conversion.refunded',
    ]);
  });

  test('an order is refunded whose commission is approved and in a payout', async () => {
    const order = await world.by.recordOrder(world.token, { trackingCode: world.code });
    const path = `/commissions/${order.commissionId}/approve`;
    await send('PATCH', path, { token: world.token });
    await send('POST', '/payouts', { token: world.token, body: {} });
    expect(await typesAfter(() => refund(world.token, order.id))).toEqual([
      'commission.created',
      'conversion.refunded',
    ]);
  });

  test('the service approves and holds eligible commissions', async () => {
    const clock = fakeClock();
    const { admin, brand } = await createBrand();
    const creators = [await world.by.inviteActive(admin), await world.by.inviteActive(admin)];
    for (const { trackingCode } of creators) await world.by.recordOrder(admin, { trackingCode });
    await world.by.patch(admin, `/affiliates/${creators[0]?.id}`, { status: 'banned' });
    clock.advance(31 * secondsPerDay);
    const approve = () => approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
    expect(await typesAfter(approve)).toEqual(['commission.approved', 'commission.held']);
  });

  test('a connection with a shop fails and recovers', async () => {
    const { id } = await world.by.createConnection(world.token);
    const apply = (changes: object) => storeReadings(id, [orderReading(shopOrder(changes))]);
    expect(await typesAfter(() => apply({ currency: 'no currency' }))).toEqual(['connection.failed']);
    expect(await typesAfter(() => apply({}))).toEqual(['connection.recovered', 'conversion.recorded']);
  });

  test('an operator creates a user', async () => {
    expect(await typesAfter(() => createBrand())).toContain('user.created');
  });

  test('a refused request is no event', async () => {
    const { token } = await newToken(world.brandId, 'member');
    const invalid = { token: world.token, body: { status: 'unknown' } };
    const types = await typesAfter(async () => {
      expect((await send('POST', '/payouts', { token, body: {} })).status).toBe(403);
      expect((await send('PATCH', `/affiliates/${world.affiliateId}`, invalid)).status).toBe(400);
    });
    expect(types).toEqual([]);
  });

  test('a change to the same value is no event', async () => {
    const { id } = await world.by.inviteActive(world.token, { name: 'Ada' });
    const same = () => world.by.patch(world.token, `/affiliates/${id}`, { name: 'Ada', status: 'active' });
    expect(await typesAfter(same)).toEqual([]);
  });
});

test('every type of event occurs in these tests', () => {
  expect([...seen.keys()].toSorted()).toEqual(Object.keys(eventTypes).toSorted());
});

test('the example of each event has the fields and formats of a new recording (fix: npm run examples)', () => {
  const present = readEventExamples();
  const isCurrent = (type: string) => isDeepStrictEqual(fieldsOf(present[type]), fieldsOf(seen.get(type)));
  const recorded = Object.keys(eventTypes).map((type) => [
    type,
    isCurrent(type) ? present[type] : seen.get(type),
  ]);
  if (process.env.RECORD_EXAMPLES === 'yes')
    writeFileSync(eventExamplesFile, `${JSON.stringify(Object.fromEntries(recorded), null, 2)}\n`);
  expect(
    Object.keys(eventTypes).filter((type) => !isCurrent(type) && process.env.RECORD_EXAMPLES !== 'yes'),
  ).toEqual([]);
});

// Tests that the data of a brand and of its test twin are as separate as the data of two brands.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasTestMode, type Route } from '#lib/foundation/contract/route.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { routes as allRoutes } from '#lib/surface/api/routes.ts';
import { bodies, brandWithEverything, visible, type World } from '#test/support/isolation-worlds.ts';
import { allItems } from '#test/support/items.ts';
import { findsByOwnId, isForCreators, parametersIn, parametersOf, pathOf } from '#test/support/requests.ts';
import { type Answer, send } from '#test/support/service.ts';
import { inTurn } from '#test/support/size.ts';

/** The isolation of creators is tested in test/functional/creator/isolation.test.ts. */
const routes = allRoutes.filter((route) => !isForCreators(route));

let live: World;
let twin: World;

beforeAll(async () => {
  live = await brandWithEverything();
  twin = await brandWithEverything(live);
});

const directions = [
  { from: 'a session in live mode', to: 'the test twin', worlds: () => [live, twin] as const },
  { from: 'a test key', to: 'the live brand', worlds: () => [twin, live] as const },
];

/** `npm test` tests half of the endpoints, and `npm run test:all` each. */
const ofData = inTurn(routes.filter(hasTestMode), 2, 1);
const withId = ofData.filter((route) => parametersOf(route).length > 0 && findsByOwnId(route));
const filtered = ofData.flatMap((route) =>
  ['affiliateId', 'campaignId']
    .filter((name) => name in (route.query?.shape ?? {}))
    .map((name) => ({ route, name, routeName: route.name })),
);
const lists = ofData.filter(({ answer }) => answer.kind === 'list');

const ask = (route: Route, path: string, { admin }: World): Promise<Answer> =>
  send(route.method, path, { token: admin, body: bodies[route.name] });

describe.each(directions)('$from with ids of $to', ({ worlds }) => {
  // Compared once for all requests, because reading the table for each of them would double the time.
  let before: readonly Item[];
  beforeAll(async () => {
    before = await allItems();
  });
  afterAll(async () => {
    expect(await allItems()).toEqual(before);
  });

  test.each(withId)('$name returns the 404 of an unknown id and changes nothing', async (route) => {
    const [own, other] = worlds();
    const foreign = await ask(route, pathOf(route, parametersIn(route, other)), own);
    expect(foreign.status).toBe(404);
    expect(visible(foreign)).toEqual(visible(await ask(route, pathOf(route), own)));
  });

  test.each(filtered)('$routeName filtered by $name finds nothing', async ({ route, name }) => {
    const [own, other] = worlds();
    const kind = name === 'affiliateId' ? 'affiliate' : 'campaign';
    const by = (id: string) => ask(route, `${route.path}?${name}=${id}`, own);
    const unknown = await by(newId(kind, new Date('2026-03-01T09:30:00Z')));
    expect(unknown.status).toBe(200);
    expect(visible(await by(other[kind].id))).toEqual(visible(unknown));
  });

  test.each(lists)('$name rejects the cursor of the other list', async (route) => {
    const [own, other] = worlds();
    const path = (world: World) => pathOf(route, parametersIn(route, world));
    const page = await ask(route, `${path(other)}?limit=1`, other);
    expect(page.json.meta.cursor, page.text).toBeTypeOf('string');
    const answer = await ask(route, `${path(own)}?cursor=${page.json.meta.cursor}`, own);
    expect([answer.status, answer.json.details]).toMatchObject([400, [{ path: 'cursor' }]]);
  });
});

test('no item contains both the id of a brand and the id of its test twin, except those that connect them', async () => {
  const items = (await allItems()).filter((item) => {
    const text = JSON.stringify(item);
    return text.includes(live.brand.id) && text.includes(twin.brand.id);
  });
  expect(items.map(({ pk }) => pk)).toEqual([twin.brand.id]);
});

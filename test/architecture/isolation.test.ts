// Tests that ids of another brand, unknown ids and malformed ids receive byte-identical responses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#lib/foundation/contract/route.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { codeInLink } from '#lib/program/affiliates/rules/tracking-code.ts';
import { routes as allRoutes } from '#lib/surface/api/routes.ts';
import { createCampaign, patch, recordOrder, unusedCode } from '#test/support/creations.ts';
import { unusedEmail } from '#test/support/creations-with.ts';
import { runImport } from '#test/support/imports.ts';
import { bodies, brandWithEverything, visible, type World } from '#test/support/isolation-worlds.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import {
  findsByOwnId,
  isForCreators,
  kindOfParameter,
  parametersIn,
  parametersOf,
  pathOf,
} from '#test/support/requests.ts';
import { type Answer, send } from '#test/support/service.ts';
import { hasTurn, inTurn } from '#test/support/size.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

/** The isolation of creators is tested in test/functional/creator/isolation.test.ts. */
const routes = allRoutes.filter((route) => !isForCreators(route));

let own: World;
let other: World;

beforeAll(async () => {
  own = await brandWithEverything();
  other = await brandWithEverything();
});

const itemsOf = async ({ brand }: World) =>
  (await allItems()).filter((item) => JSON.stringify(item).includes(brand.id));

const labels = {
  apiKey: 'API key',
  affiliate: 'Affiliate',
  campaign: 'Campaign',
  discount: 'Discount',
  link: 'Link',
  commission: 'Commission',
  conversion: 'Conversion',
  decision: 'Decision',
  dispute: 'Dispute',
  fraudFinding: 'Fraud finding',
  payout: 'Payout',
  export: 'Export',
  import: 'Import',
  simulation: 'Simulation',
  user: 'User',
  event: 'Event',
  erasure: 'Erasure',
  customer: 'Customer',
  refund: 'Refund',
  webhookEndpoint: 'Webhook endpoint',
  connection: 'Connection',
  reconciliation: 'Reconciliation',
  delivery: 'Delivery',
} as const;

const notFoundMessage = (route: Route, name: string): string =>
  name === 'code' ? 'Tracking code not found' : `${labels[kindOfParameter(route, name)]} not found`;

const sendTo = (route: Route, path: string, token = own.admin): Promise<Answer> =>
  send(route.method, path, { token, body: bodies[route.name] });

const withId = routes.filter((route) => parametersOf(route).length > 0 && findsByOwnId(route));
const ofBrands = withId.filter(({ access }) => access !== 'public');
const cases = ofBrands.flatMap((route) =>
  parametersOf(route).map((name) => ({ route, name, routeName: route.name })),
);

const malformedIds = (real: string): readonly string[] => [
  'nope',
  'aff_x',
  'null',
  '0',
  `${real}0`,
  real.slice(0, -1),
  `${real}%20`,
  `${real}%0A`,
  `%20${real}`,
  `${real}%00`,
  '%2e%2e%2faffiliates',
  'a%2Fb',
  '%23USER',
  '%F0%9F%92%A9',
  '*',
  // This id is longer than a DynamoDB key may be, so a read with it would fail.
  'x'.repeat(5000),
];

describe('an endpoint with ids in its path', () => {
  // Compared once for all requests, because reading the table for each of them would double the time.
  let before: readonly Item[];
  beforeAll(async () => {
    before = await itemsOf(other);
  });
  afterAll(async () => {
    expect(await itemsOf(other)).toEqual(before);
  });

  test.each(cases)(
    '$routeName returns the same 404 for a foreign, unknown or malformed {$name}',
    async ({ route, name }) => {
      const mine = parametersIn(route, own);
      const foreign = parametersIn(route, other)[name] ?? '';
      const at = (value: string) => sendTo(route, pathOf(route, { ...mine, [name]: value }));
      const unknown = await at(pathOf(route, {}).split('/').at(positionOf(route, name)) ?? '');
      expectError(unknown, errorBody(404, notFoundMessage(route, name)));
      expect(visible(await at(foreign))).toEqual(visible(unknown));
      const values = malformedIds(foreign).filter((_, index) => hasTurn(index + route.name.length, 6));
      for (const value of values) expect(visible(await at(value)), value).toEqual(visible(unknown));
    },
  );

  test.each(ofBrands)('$name returns the same 404 when all ids belong to another brand', async (route) => {
    const foreign = await sendTo(route, pathOf(route, parametersIn(route, other)));
    expect(foreign.status).toBe(404);
    expect(visible(foreign)).toEqual(visible(await sendTo(route, pathOf(route))));
  });
});

const positionOf = ({ path }: Route, name: string): number => path.split('/').indexOf(`{${name}}`);

test('the public tracking link returns the same 404 for every unknown or malformed tracking code', async () => {
  const unknown = await send('GET', '/tracking/ref/no-such-code');
  expectError(unknown, errorBody(404, 'Tracking code not found'));
  const { trackingCode } = own.affiliate;
  // A link is found with invisible characters around its code.
  const isCopied = (code: string): boolean => codeInLink(decodeURIComponent(code)) === trackingCode;
  for (const code of malformedIds(trackingCode).filter((text) => !isCopied(text))) {
    expect(visible(await send('GET', `/tracking/ref/${code}`)), code).toEqual(visible(unknown));
  }
});

describe('a foreign id in a request body', () => {
  const discount = (given: object) => ({ code: unusedCode(), type: 'fixed', value: 5, ...given });
  const nowhere = (kind: 'affiliate' | 'campaign') => newId(kind, new Date('2026-03-01T09:30:00Z'));

  /** Expects the same rejection for ids of another brand and unknown ids, and no writes. */
  async function expectSameRejection(
    asked: (world: { affiliate: string; campaign: string }) => Promise<Answer>,
  ) {
    const before = await allItems();
    const foreign = await asked({ affiliate: other.affiliate.id, campaign: other.campaign.id });
    const unknown = await asked({ affiliate: nowhere('affiliate'), campaign: nowhere('campaign') });
    expect(visible(foreign)).toEqual(visible(unknown));
    expect(await allItems()).toEqual(before);
    return unknown;
  }

  test('a foreign id in a request body is rejected like an unknown id as the creator of a discount', async () => {
    const answer = await expectSameRejection(({ affiliate }) =>
      send('POST', '/discounts', { token: own.admin, body: discount({ affiliateId: affiliate }) }),
    );
    expectError(answer, invalidFields('affiliateId'));
  });

  test('a foreign id in a request body is rejected like an unknown id as the campaign of a discount', async () => {
    const answer = await expectSameRejection(({ campaign }) =>
      send('POST', '/discounts', {
        token: own.admin,
        body: discount({ affiliateId: own.affiliate.id, campaignId: campaign }),
      }),
    );
    expectError(answer, invalidFields('campaignId'));
  });

  test('a foreign id in a request body is rejected like an unknown id in a bulk request for discounts', async () => {
    const answer = await expectSameRejection(({ affiliate, campaign }) =>
      send('POST', '/discounts/bulk', {
        token: own.admin,
        body: {
          discounts: [
            discount({ affiliateId: affiliate }),
            discount({ affiliateId: own.affiliate.id, campaignId: campaign }),
          ],
        },
      }),
    );
    expect(answer.status).toBe(200);
    expect(answer.json.data).toEqual([
      { index: 0, status: 'failed', error: invalidFields('affiliateId') },
      { index: 1, status: 'failed', error: invalidFields('campaignId') },
    ]);
  });

  test('a foreign id in a request body is rejected like an unknown id in the list of creators of a payout', async () => {
    for (const query of ['', '?dryRun=true']) {
      const answer = await expectSameRejection(({ affiliate }) =>
        send('POST', `/payouts${query}`, {
          token: own.admin,
          body: { affiliateIds: [own.affiliate.id, affiliate] },
        }),
      );
      expectError(answer, invalidFields('affiliateIds.1'));
    }
  });

  test('a foreign id in a request body is rejected like an unknown id in the list of campaigns of an invitation', async () => {
    const answer = await expectSameRejection(({ campaign }) =>
      send('POST', '/affiliates/invite', {
        token: own.admin,
        body: { email: 'new@creators.test', campaignIds: [own.campaign.id, campaign] },
      }),
    );
    expectError(answer, invalidFields('campaignIds.1'));
  });

  test('a foreign id in a request body is rejected like an unknown id as the campaign of a click', async () => {
    const answer = await expectSameRejection(({ campaign }) =>
      send('POST', `/tracking/ref/${own.affiliate.trackingCode}`, {
        token: own.admin,
        body: { campaignId: campaign },
      }),
    );
    expectError(answer, invalidFields('campaignId'));
  });
});

test('an order with references to another brand is recorded like an order with unknown references', async () => {
  const { trackingCode } = other.affiliate;
  const clicked = await send('POST', `/tracking/ref/${trackingCode}`, { token: other.admin });
  const foreign = { discountCode: other.discount.code, clickId: clicked.json.data.clickId, trackingCode };
  const nothing = {
    discountCode: 'no-such-code',
    clickId: newId('click', new Date()),
    trackingCode: 'no-such-code',
  };
  const [one, another] = [await recordOrder(own.admin, foreign), await recordOrder(own.admin, nothing)];
  const withoutReferences = ({ receipt, ...order }: Json) => ({
    ...order,
    ...{ id: '', orderId: '', createdAt: '', occurredAt: '' },
    receipt: {
      ...receipt,
      candidates: receipt.candidates.map((found: Json) => ({ ...found, reference: '' })),
    },
  });
  expect(withoutReferences(one)).toEqual(withoutReferences(another));
});

test('the public tracking link ignores the campaign id of another brand', async () => {
  const theirs = await createCampaign(other.admin, { status: 'active', landingUrl: 'https://other.test/' });
  const link = `/tracking/ref/${own.affiliate.trackingCode}`;
  const foreign = await send('HEAD', `${link}?campaignId=${theirs.id}`);
  expect(foreign.status).toBe(302);
  // Remove the click ids, because they always differ.
  const seenOfLink = ({ headers: { location = '', ...headers }, ...answer }: Answer) =>
    visible({ ...answer, headers: { ...headers, location: location.replace(/clk_\w+/, 'clk_') } });
  expect(seenOfLink(foreign)).toEqual(seenOfLink(await send('HEAD', link)));
});

describe('a filter by id', () => {
  beforeAll(async () => {
    for (const { admin, affiliate, campaign } of [own, other]) {
      const click = (body: object) =>
        send('POST', `/tracking/ref/${affiliate.trackingCode}`, { token: admin, body });
      await Promise.all([click({}), click({ campaignId: campaign.id })]);
    }
    await aggregateNewClicks();
    const { clicks } = (await send('GET', '/tracking/clicks', { token: own.admin })).json.data;
    expect(clicks).toBe(2);
  });

  const filtered = routes.flatMap((route) =>
    ['affiliateId', 'campaignId']
      .filter((name) => name in (route.query?.shape ?? {}) && route.access !== 'public')
      .map((name) => ({ route, name, routeName: route.name })),
  );

  test.each(filtered)(
    '$routeName filtered by $name returns the same response for foreign, unknown and malformed ids',
    async ({ route, name }) => {
      const kind = name === 'affiliateId' ? 'affiliate' : 'campaign';
      const by = (id: string) => send(route.method, `${route.path}?${name}=${id}`, { token: own.admin });
      const unknown = await by(newId(kind, new Date('2026-03-01T09:30:00Z')));
      expect(unknown.status).toBe(200);
      const ofOtherKind = name === 'affiliateId' ? own.campaign.id : own.affiliate.id;
      const invalidIds = ['nope', `${kind.slice(0, 3)}_x`, own.brand.id, 'ALL', 'COUNT', 'x'.repeat(64)];
      for (const id of [other[kind].id, ofOtherKind, ...invalidIds]) {
        expect(visible(await by(id)), id).toEqual(visible(unknown));
      }
    },
  );
});

describe('pagination cursors', () => {
  const lists = routes
    .filter(({ answer }) => answer.kind === 'list')
    .map((route) => ({ route, routeName: route.name }));
  const pathIn = (route: Route, world: World) => pathOf(route, parametersIn(route, world));
  const page = (path: string, token: string) => send('GET', path, { token });

  async function cursorOf(path: string, token: string): Promise<string> {
    const answer = await page(`${path}${path.includes('?') ? '&' : '?'}limit=1`, token);
    expect(answer.json.meta.cursor, path).toBeTypeOf('string');
    return answer.json.meta.cursor;
  }

  const expectRefused = (answer: Answer) =>
    expectError(
      answer,
      errorBody(400, 'Invalid query parameters', [{ path: 'cursor', message: expect.any(String) }]),
    );

  test.each(lists)(
    'a cursor of $routeName is accepted by the same list with any limit',
    async ({ route }) => {
      const path = pathIn(route, own);
      const cursor = await cursorOf(path, own.admin);
      expect((await page(`${path}?limit=7&cursor=${cursor}`, own.admin)).status).toBe(200);
    },
  );

  test.each(lists)(
    'a cursor of $routeName is rejected when it comes from another brand',
    async ({ route }) => {
      const cursor = await cursorOf(pathIn(route, other), other.admin);
      expectRefused(await page(`${pathIn(route, own)}?cursor=${cursor}`, own.admin));
    },
  );

  test.each(inTurn(lists, 4, 1))(
    'a cursor of $routeName is rejected by every other list',
    async ({ route }) => {
      const cursor = await cursorOf(pathIn(route, own), own.admin);
      for (const { route: another } of inTurn(
        lists.filter((list) => list.route !== route),
        4,
      )) {
        expectRefused(await page(`${pathIn(another, own)}?cursor=${cursor}`, own.admin));
      }
    },
  );

  test('a cursor of the creators of one campaign is rejected for another campaign', async () => {
    const cursor = await cursorOf(`/campaigns/${own.campaign.id}/affiliates`, own.admin);
    expectRefused(await page(`/campaigns/${own.otherCampaign.id}/affiliates?cursor=${cursor}`, own.admin));
  });

  const filters = [
    ['/api-keys', 'mode=live', 'mode=test'],
    ['/affiliates', 'status=active', 'status=invited'],
    ['/campaigns', 'status=draft', 'status=active'],
    ['/discounts', 'affiliateId={affiliate}', 'affiliateId={other}'],
    ['/payouts', 'status=ready', 'status=paid'],
    ['/commissions', 'status=pending', 'status=paid'],
    ['/conversions', 'attribution=attributed', 'attribution=noReference'],
    ['/conversions', 'affiliateId={affiliate}', 'affiliateId={other}'],
    ['/commissions', 'affiliateId={affiliate}', 'affiliateId={other}'],
    ['/commissions', 'affiliateId={affiliate}&status=pending', 'affiliateId={affiliate}&status=paid'],
  ] as const;

  test.each(filters)(
    'a cursor of /v1%s?%s is rejected without the filter and with another filter',
    async (path, filter, another) => {
      const filled = (text: string) =>
        text.replace('{affiliate}', own.affiliate.id).replace('{other}', own.otherAffiliate.id);
      const cursor = await cursorOf(`${path}?${filled(filter)}`, own.admin);
      expect((await page(`${path}?${filled(filter)}&cursor=${cursor}`, own.admin)).status).toBe(200);
      expectRefused(await page(`${path}?cursor=${cursor}`, own.admin));
      expectRefused(await page(`${path}?${filled(another)}&cursor=${cursor}`, own.admin));
      const unfiltered = await cursorOf(path, own.admin);
      expectRefused(await page(`${path}?${filled(filter)}&cursor=${unfiltered}`, own.admin));
    },
  );

  test.each(inTurn(lists, 4, 1))(
    'a cursor of $routeName is rejected after any change of its characters',
    async ({ route }) => {
      const path = pathIn(route, own);
      const cursor = await cursorOf(path, own.admin);
      const changedAt = [...cursor]
        .map(
          (letter, index) => cursor.slice(0, index) + (letter === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
        )
        .filter((_, index) => hasTurn(index, 18));
      const others = [
        cursor.slice(1),
        cursor.slice(0, -1),
        `${cursor}A`,
        `${cursor}=`,
        'nonsense',
        'x'.repeat(512),
      ];
      for (const changed of [...changedAt, ...others, '', 'x'.repeat(513)]) {
        expectRefused(await page(`${path}?cursor=${encodeURIComponent(changed)}`, own.admin));
      }
    },
  );
});

const reading = ofBrands.filter(({ method }) => method === 'GET');
const changing = ofBrands.filter(({ method }) => method !== 'GET');

// Last, because it fills the table that the tests above read. Each change needs a brand of its own.
test.each([...inTurn(reading, 4, 1), ...inTurn(changing, 16, 6)])(
  '$name accepts the ids of its own brand',
  async (route) => {
    const world = route.method === 'GET' ? own : await brandWithEverything();
    if (route.name === 'payouts.reopen') {
      const paid = { status: 'paid', reference: 'transfer-1' };
      await patch(world.admin, `/payouts/${world.payout.id}`, paid);
    }
    const ids = parametersIn(route, world);
    if (route.name === 'affiliates.inviteAgain') {
      const body = { name: 'Ada', email: unusedEmail() };
      ids.id = (await send('POST', '/affiliates/invite', { token: world.admin, body })).json.data.id;
    }
    if (route.path === '/imports/{id}/undo') await runImport(world.admin, ids.id ?? '');
    const answer = await sendTo(route, pathOf(route, ids), world.admin);
    expect(answer.status, answer.text).toBeLessThan(300);
  },
);

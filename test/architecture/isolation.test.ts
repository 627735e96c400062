// What is another brand's answers as what does not exist, and as what is no id at all: the same bytes.
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import { newId } from '#lib/shared/ids.ts';
import { createCommission } from '#test/support/commissions.ts';
import { createCampaign, createDiscount, invite, recordOrder, unusedCode } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import type { Json } from '#test/support/json.ts';
import { expectRefusal, refusal, refusedFields } from '#test/support/refusals.ts';
import { kindOfParameter, parametersIn, parametersOf, pathOf } from '#test/support/requests.ts';
import { type Answer, createBrand, send } from '#test/support/service.ts';
import { foldNewClicks } from '#test/support/stream.ts';

/** A brand with two of everything. */
async function brandWithEverything() {
  const { brand, admin } = await createBrand('scale');
  const campaign = await createCampaign(admin);
  const otherCampaign = await createCampaign(admin);
  const campaignIds = [campaign.id, otherCampaign.id];
  const affiliate = await invite(admin, { campaignIds });
  const otherAffiliate = await invite(admin, { campaignIds });
  const discount = await createDiscount(admin, affiliate.id);
  await createDiscount(admin, affiliate.id);
  await createDiscount(admin, otherAffiliate.id);
  const of = { brandId: brand.id, affiliateId: affiliate.id };
  const commission = await createCommission(of);
  await createCommission(of);
  await createCommission({ brandId: brand.id, affiliateId: otherAffiliate.id });
  const payouts = [];
  for (let made = 0; made < 2; made += 1) {
    const status = 'approved';
    await createCommission({ ...of, status });
    await createCommission({ ...of, affiliateId: otherAffiliate.id, status });
    payouts.push((await send('POST', '/payouts', { token: admin })).json.data);
  }
  const [payout] = payouts;
  const conversion = await recordOrder(admin, { trackingCode: affiliate.trackingCode });
  await recordOrder(admin, { trackingCode: affiliate.trackingCode });
  await recordOrder(admin, { trackingCode: otherAffiliate.trackingCode });
  const creators = { affiliate, otherAffiliate };
  return { brand, admin, campaign, otherCampaign, ...creators, discount, commission, conversion, payout };
}

type World = Awaited<ReturnType<typeof brandWithEverything>>;
let own: World;
let other: World;

beforeAll(async () => {
  own = await brandWithEverything();
  other = await brandWithEverything();
});

const itemsOf = async ({ brand }: World) =>
  (await allItems()).filter((item) => JSON.stringify(item).includes(brand.id));

/** All that a caller can see of an answer, but for the id of the request. */
const seen = ({ status, text, headers: { 'x-request-id': _, ...headers } }: Answer) => ({
  status,
  text,
  headers,
});

const bodies: Readonly<Record<string, object>> = {
  'affiliates.update': { status: 'banned', name: 'Taken over' },
  'campaigns.update': { status: 'active', name: 'Taken over' },
  'tracking.recordClick': { visitorId: 'visitor-1' },
  'commissions.reject': { reason: 'Taken over' },
  'conversions.refund': { refundId: 'refund-1', amount: 1 },
  'payouts.update': { status: 'canceled' },
};

const words = {
  affiliate: 'Affiliate',
  campaign: 'Campaign',
  discount: 'Discount',
  commission: 'Commission',
  conversion: 'Conversion',
  payout: 'Payout',
} as const;

/** What a caller reads where there is no such thing. */
const missingOf = (route: Route, name: string): string =>
  name === 'code' ? 'Tracking code not found' : `${words[kindOfParameter(route, name)]} not found`;

const ask = (route: Route, path: string, token = own.admin): Promise<Answer> =>
  send(route.method, path, { token, body: bodies[route.name] });

const withId = routes.filter((route) => parametersOf(route).length > 0);
const ofBrands = withId.filter(({ access }) => access !== 'public');
const cases = ofBrands.flatMap((route) =>
  parametersOf(route).map((name) => ({ route, name, is: route.name })),
);

/** As they stand in a path. */
const noIdAtAll = (real: string): readonly string[] => [
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
  // Longer than a key can be: asked for it, the table would refuse the whole request.
  'x'.repeat(5000),
];

describe('another brand’s id, an unknown one, and no id at all answer alike', () => {
  test.each(cases)('$is: {$name}', async ({ route, name }) => {
    const before = await itemsOf(other);
    const mine = parametersIn(route, own);
    const foreign = parametersIn(route, other)[name] ?? '';
    const at = (value: string) => ask(route, pathOf(route, { ...mine, [name]: value }));
    const unknown = await at(pathOf(route, {}).split('/').at(positionOf(route, name)) ?? '');
    expectRefusal(unknown, refusal(404, missingOf(route, name)));
    expect(seen(await at(foreign))).toEqual(seen(unknown));
    for (const value of noIdAtAll(foreign)) expect(seen(await at(value)), value).toEqual(seen(unknown));
    expect(await itemsOf(other)).toEqual(before);
  });

  test.each(ofBrands)('$name: all ids are another brand’s', async (route) => {
    const before = await itemsOf(other);
    const foreign = await ask(route, pathOf(route, parametersIn(route, other)));
    expect(foreign.status).toBe(404);
    expect(seen(foreign)).toEqual(seen(await ask(route, pathOf(route))));
    expect(await itemsOf(other)).toEqual(before);
  });

  test.each(ofBrands)('$name answers its own brand', async (route) => {
    const world = await brandWithEverything();
    const answer = await ask(route, pathOf(route, parametersIn(route, world)), world.admin);
    expect(answer.status, answer.text).toBeLessThan(300);
  });
});

const positionOf = ({ path }: Route, name: string): number => path.split('/').indexOf(`{${name}}`);

test('the public link answers alike to every code that leads nowhere', async () => {
  const unknown = await send('GET', '/tracking/ref/no-such-code');
  expectRefusal(unknown, refusal(404, 'Tracking code not found'));
  for (const code of noIdAtAll(own.affiliate.trackingCode)) {
    expect(seen(await send('GET', `/tracking/ref/${code}`)), code).toEqual(seen(unknown));
  }
});

describe('an id in a body', () => {
  const discount = (given: object) => ({ code: unusedCode(), type: 'fixed', value: 5, ...given });
  const nowhere = (kind: 'affiliate' | 'campaign') => newId(kind, new Date('2026-03-01T09:30:00Z'));

  /** Asks with another brand's id, then with an unknown one: both are refused alike, and nothing is written. */
  async function expectAlike(asked: (world: { affiliate: string; campaign: string }) => Promise<Answer>) {
    const before = await allItems();
    const foreign = await asked({ affiliate: other.affiliate.id, campaign: other.campaign.id });
    const unknown = await asked({ affiliate: nowhere('affiliate'), campaign: nowhere('campaign') });
    expect(seen(foreign)).toEqual(seen(unknown));
    expect(await allItems()).toEqual(before);
    return unknown;
  }

  test('the creator of a discount', async () => {
    const answer = await expectAlike(({ affiliate }) =>
      send('POST', '/discounts', { token: own.admin, body: discount({ affiliateId: affiliate }) }),
    );
    expectRefusal(answer, refusedFields('affiliateId'));
  });

  test('the campaign of a discount', async () => {
    const answer = await expectAlike(({ campaign }) =>
      send('POST', '/discounts', {
        token: own.admin,
        body: discount({ affiliateId: own.affiliate.id, campaignId: campaign }),
      }),
    );
    expectRefusal(answer, refusedFields('campaignId'));
  });

  test('creators and campaigns of many discounts', async () => {
    const answer = await expectAlike(({ affiliate, campaign }) =>
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
      { index: 0, status: 'failed', error: refusedFields('affiliateId') },
      { index: 1, status: 'failed', error: refusedFields('campaignId') },
    ]);
  });

  test('the creators of a payout', async () => {
    for (const query of ['', '?dryRun=true']) {
      const answer = await expectAlike(({ affiliate }) =>
        send('POST', `/payouts${query}`, {
          token: own.admin,
          body: { affiliateIds: [own.affiliate.id, affiliate] },
        }),
      );
      expectRefusal(answer, refusedFields('affiliateIds.1'));
    }
  });

  test('the campaigns of an invitation', async () => {
    const answer = await expectAlike(({ campaign }) =>
      send('POST', '/affiliates/invite', {
        token: own.admin,
        body: { email: 'new@creators.test', campaignIds: [own.campaign.id, campaign] },
      }),
    );
    expectRefusal(answer, refusedFields('campaignIds.1'));
  });

  test('the campaign of a click', async () => {
    const answer = await expectAlike(({ campaign }) =>
      send('POST', `/tracking/ref/${own.affiliate.trackingCode}`, {
        token: own.admin,
        body: { campaignId: campaign },
      }),
    );
    expectRefusal(answer, refusedFields('campaignId'));
  });
});

test('an order that names what is another brand’s is as one that names what is unknown', async () => {
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

test('the link of one brand never leads to the campaign of another', async () => {
  const theirs = await createCampaign(other.admin, { status: 'active', landingUrl: 'https://other.test/' });
  const link = `/tracking/ref/${own.affiliate.trackingCode}`;
  const foreign = await send('HEAD', `${link}?campaignId=${theirs.id}`);
  expect(foreign.status).toBe(302);
  // Each click has an id of its own.
  const seenOfLink = ({ headers: { location = '', ...headers }, ...answer }: Answer) =>
    seen({ ...answer, headers: { ...headers, location: location.replace(/clk_\w+/, 'clk_') } });
  expect(seenOfLink(foreign)).toEqual(seenOfLink(await send('HEAD', link)));
});

describe('a filter by another brand’s id', () => {
  beforeAll(async () => {
    for (const { admin, affiliate, campaign } of [own, other]) {
      const click = (body: object) =>
        send('POST', `/tracking/ref/${affiliate.trackingCode}`, { token: admin, body });
      await Promise.all([click({}), click({ campaignId: campaign.id })]);
    }
    await foldNewClicks();
    const { filtered, clicks } = (await send('GET', '/tracking/clicks', { token: own.admin })).json.data;
    expect([clicks, filtered.inactive]).toEqual([1, 1]);
  });

  const filtered = routes.flatMap((route) =>
    ['affiliateId', 'campaignId']
      .filter((name) => name in (route.query?.shape ?? {}) && route.access !== 'public')
      .map((name) => ({ route, name, is: route.name })),
  );

  test.each(filtered)('$is by $name answers as for an unknown one', async ({ route, name }) => {
    const kind = name === 'affiliateId' ? 'affiliate' : 'campaign';
    const by = (id: string) => send(route.method, `${route.path}?${name}=${id}`, { token: own.admin });
    const unknown = await by(newId(kind, new Date('2026-03-01T09:30:00Z')));
    expect(unknown.status).toBe(200);
    const ofOtherKind = name === 'affiliateId' ? own.campaign.id : own.affiliate.id;
    const noOnes = ['nope', `${kind.slice(0, 3)}_x`, own.brand.id, 'ALL', 'COUNT', 'x'.repeat(64)];
    for (const id of [other[kind].id, ofOtherKind, ...noOnes]) {
      expect(seen(await by(id)), id).toEqual(seen(unknown));
    }
  });
});

describe('a cursor', () => {
  const lists = routes
    .filter(({ answer }) => answer.kind === 'list')
    .map((route) => ({ route, is: route.name }));
  const pathIn = (route: Route, world: World) => pathOf(route, parametersIn(route, world));
  const page = (path: string, token: string) => send('GET', path, { token });

  async function cursorOf(path: string, token: string): Promise<string> {
    const answer = await page(`${path}${path.includes('?') ? '&' : '?'}limit=1`, token);
    expect(answer.json.meta.cursor, path).toBeTypeOf('string');
    return answer.json.meta.cursor;
  }

  const expectRefused = (answer: Answer) =>
    expectRefusal(
      answer,
      refusal(400, 'Invalid query parameters', [{ path: 'cursor', message: expect.any(String) }]),
    );

  test.each(lists)('of $is goes on in its own list, with any limit', async ({ route }) => {
    const path = pathIn(route, own);
    const cursor = await cursorOf(path, own.admin);
    expect((await page(`${path}?limit=7&cursor=${cursor}`, own.admin)).status).toBe(200);
  });

  test.each(lists)('of $is of another brand is refused', async ({ route }) => {
    const cursor = await cursorOf(pathIn(route, other), other.admin);
    expectRefused(await page(`${pathIn(route, own)}?cursor=${cursor}`, own.admin));
  });

  test.each(lists)('of $is is refused by every other list', async ({ route }) => {
    const cursor = await cursorOf(pathIn(route, own), own.admin);
    for (const { route: another } of lists.filter((list) => list.route !== route)) {
      expectRefused(await page(`${pathIn(another, own)}?cursor=${cursor}`, own.admin));
    }
  });

  test('of a campaign’s creators is refused for another campaign', async () => {
    const cursor = await cursorOf(`/campaigns/${own.campaign.id}/affiliates`, own.admin);
    expectRefused(await page(`/campaigns/${own.otherCampaign.id}/affiliates?cursor=${cursor}`, own.admin));
  });

  const filters = [
    ['/affiliates', 'status=invited', 'status=active'],
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
    'of %s?%s is refused without the filter, and with another',
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

  test.each(lists)('of $is that was changed is refused', async ({ route }) => {
    const path = pathIn(route, own);
    const cursor = await cursorOf(path, own.admin);
    const changedAt = [...cursor].map(
      (letter, index) => cursor.slice(0, index) + (letter === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
    );
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
  });
});

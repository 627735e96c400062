// Tests that a page and its total cost the same capacity and round trips in a short and in a long list.
// Set the size of the long list with LIST_SIZE: `LIST_SIZE=100000 npx vitest run costs-of-lists`.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Brand } from '#lib/access/brands/schema.ts';
import { newLink } from '#lib/clicks/links/rules/link.ts';
import { addLink } from '#lib/clicks/links/writes.ts';
import { findFilterSet } from '#lib/foundation/contract/filter-sets.ts';
import { paging } from '#lib/foundation/contract/paging.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { newConversion } from '#lib/money/conversions/rules/new-conversion.ts';
import { expiryOf } from '#lib/money/conversions/rules/pending-refunds.ts';
import type { PendingRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { conversionWrites } from '#lib/money/conversions/writes.ts';
import { markReady, zeroTotals } from '#lib/money/payouts/rules/payout.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';
import { newPayout } from '#lib/money/payouts/store/create.ts';
import { addPayout } from '#lib/money/payouts/writes.ts';
import { completed, newSimulation, withRows } from '#lib/money/simulations/rules/simulation.ts';
import { noSums } from '#lib/money/simulations/rules/sums.ts';
import { simulationInput } from '#lib/money/simulations/schema/endpoints.ts';
import { addRow, addSimulation } from '#lib/money/simulations/writes.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { newCampaign } from '#lib/program/campaigns/rules/campaign.ts';
import { addCampaign, addMember } from '#lib/program/campaigns/writes.ts';
import { newDiscount } from '#lib/program/discounts/rules/new-discount.ts';
import { incrementAffiliateDiscounts, incrementDiscounts } from '#lib/program/discounts/writes/counts.ts';
import { putDiscount } from '#lib/program/discounts/writes/discount.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { addCommission, someCommission } from '#test/support/commissions.ts';
import { simulationBody } from '#test/support/creations-with.ts';
import { disableStream, writeInBulk } from '#test/support/fill.ts';
import { portalTokenOf } from '#test/support/portal.ts';
import { kindOfId, parametersOf, pathOf } from '#test/support/requests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { type Traffic, trafficOf } from '#test/support/traffic.ts';

const few = 100;
const many = Number(process.env.LIST_SIZE ?? sized(400, 3000));
const fillTimeout = 60_000 + many * 30;

/** Pads numbers to equal length, so that items have the same size in every list. */
const padded = (index: number): string => String(index).padStart(9, '0');
const began = Date.parse('2025-01-01T00:00:00.000Z');
/** A distinct time per index, so that ids sort by index. */
const momentOf = (index: number): Date => new Date(began + index);
const isEven = (index: number): boolean => index % 2 === 0;

interface List {
  readonly size: number;
  readonly token: string;
  /** The token of the creator of `affiliateId`, who has half of the codes and of the commissions. */
  readonly creatorToken: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly payoutId: string;
  readonly simulationId: string;
}

/** Fills all lists of a brand. Statuses and creators alternate, so that each filter matches half of a list. */
function* writesOf(
  brand: Brand,
  size: number,
  list: { campaignId: string; affiliateIds: readonly string[]; creator: Affiliate },
) {
  for (let index = 0; index < size; index += 1) {
    const at = momentOf(index);
    const affiliate = newAffiliate(
      {
        email: `creator-${padded(index)}@creators.test`,
        trackingCode: `${brand.id.slice(-12)}-${padded(index)}`,
      },
      brand,
      at,
    );
    const affiliateId = list.affiliateIds[index % 2] ?? '';
    yield* addAffiliate({ ...affiliate, status: isEven(index) ? 'active' : 'paused' }, brand);
    yield* addMember(brand.id, list.campaignId, affiliate.id, at);
    const status = isEven(index) ? 'active' : 'draft';
    yield* addCampaign(newCampaign({ name: `Campaign ${padded(index)}`, status }, brand, at), brand);
    yield* discountWrites(brand, affiliateId, index);
    yield* linkWrites(brand, affiliateId, index);
    yield* payoutWrites(brand, index);
    yield* orderWrites(brand, index, list.creator);
    yield* commissionWrites(brand, affiliateId, index);
    yield pendingRefundWrite(brand, index);
  }
}

/** Pairs of held pending commissions alternate with pairs of paid ones, so that each creator has both. */
function commissionWrites(brand: Brand, affiliateId: string, index: number): readonly Write[] {
  const at = momentOf(index);
  const isHeld = isEven(Math.floor(index / 2));
  const hold = isHeld ? ({ reason: 'selfReferral', since: at.toISOString() } as const) : null;
  const [orderId, status] = [`order-${padded(index)}`, isHeld ? 'pending' : 'paid'] as const;
  return addCommission(someCommission({ brandId: brand.id, affiliateId, orderId, status, hold }, at));
}

function payoutWrites(brand: Brand, index: number): readonly Write[] {
  const payout = newPayout({}, brand, singleAttempt(momentOf(index)));
  return addPayout({ ...markReady(payout, zeroTotals), status: isEven(index) ? 'ready' : 'paid' });
}

const linesOfPayout = ({ brandId, id }: Payout, size: number): readonly Write[] =>
  Array.from({ length: size }, (_, index) => {
    const affiliateId = newId('affiliate', momentOf(index));
    const email = `creator-${padded(index)}@creators.test`;
    const period = { periodStart: null, periodEnd: null };
    const line = { affiliateId, amount: 1, commissionsCount: 1, ...period, name: '', email };
    const paid = { ...keys.payoutLine(brandId, id, affiliateId), ...line };
    const excluded = { ...keys.excludedLine(brandId, id, affiliateId), ...line, reason: 'banned' };
    return (isEven(index) ? [paid, excluded] : [paid]).map((item): Write => ({ kind: 'put', item }));
  }).flat();

/** An order of the first creator or of nobody, without a commission because `commissionWrites` fills that list. */
function orderWrites(brand: Brand, index: number, creator: Affiliate): readonly Write[] {
  const [at, orderId] = [momentOf(index), `order-${padded(index)}`];
  const candidate = {
    source: 'trackingCode',
    reference: creator.trackingCode,
    affiliate: isEven(index) ? creator : undefined,
    campaign: undefined,
    campaignReason: null,
    discountId: null,
    codeObstacle: null,
    click: null,
    validFrom: null,
    validTo: null,
  } as const;
  const created = newConversion({ orderId, amount: 49.9 }, brand, [candidate], at);
  return conversionWrites({ ...created, commission: undefined }, '', [], at);
}

/** A refund that waits for an order. It expires after the test, because a list omits expired ones. */
function pendingRefundWrite(brand: Brand, index: number): Write {
  const at = momentOf(index);
  const refund: PendingRefund = {
    id: newId('refund', at),
    brandId: brand.id,
    orderId: `waiting-${padded(index)}`,
    refundId: 'refund',
    amount: 100,
    currency: brand.currency,
    occurredAt: at.toISOString(),
    reason: null,
    createdAt: at.toISOString(),
    expiresAt: epochSeconds(expiryOf(now())),
  };
  return { kind: 'put', item: { ...keys.pendingRefund(brand.id, refund.id), ...refund } };
}

const codeOf = (brand: Brand, index: number): string => `first-${index}-${brand.id.slice(-12)}`;

function discountWrites(brand: Brand, affiliateId: string, index: number): readonly Write[] {
  const input = { code: `CODE-${padded(index)}`, type: 'percentage', value: 15, affiliateId } as const;
  const discount = newDiscount(input, brand, momentOf(index));
  return [
    ...putDiscount(discount),
    incrementDiscounts(brand.id, discount.id, 1),
    incrementAffiliateDiscounts(brand.id, affiliateId, discount.id, 1),
  ];
}

function linkWrites(brand: Brand, affiliateId: string, index: number): readonly Write[] {
  const slug = `link-${padded(index)}-${brand.id.slice(-12)}`;
  const link = newLink({ affiliateId, slug }, brand, momentOf(index));
  return addLink(link, { isMember: false, isGenerated: false });
}

async function createSimulation(brand: Brand, size: number): Promise<string> {
  const { terms } = simulationInput.parse(simulationBody());
  const nothing = { affiliate: undefined, campaign: undefined, running: undefined };
  const begun = newSimulation({ terms, from: '2026-03-01', to: '2026-03-01' }, brand, nothing, now());
  const rows = Array.from({ length: size }, (_, index) => ({
    ...noSums,
    affiliateId: newId('affiliate', momentOf(index)),
  }));
  const done = completed(withRows(begun, rows), now());
  await writeInBulk([addSimulation(done), ...rows.map((row) => addRow(done, row))]);
  return done.id;
}

async function createLists(size: number): Promise<List> {
  const { brand, admin } = await createBrand('scale');
  const creators = [0, 1].map((index) =>
    newAffiliate(
      { email: `first-${index}@creators.test`, trackingCode: codeOf(brand, index) },
      brand,
      new Date(began - 1000 + index),
    ),
  );
  const campaign = newCampaign({ name: 'First', status: 'draft' }, brand, new Date(began - 1000));
  const affiliateIds = creators.map(({ id }) => id);
  const first = creators.flatMap((one) => addAffiliate(one, brand));
  await writeInBulk([...first, ...addCampaign(campaign, brand)]);
  const [creator] = creators;
  if (creator === undefined) throw new Error('There is no creator');
  await writeInBulk(writesOf(brand, size, { campaignId: campaign.id, affiliateIds, creator }));
  const counts = { affiliatesCount: size, commissionsCount: size, excludedCount: size / 2 };
  const totals = { ...zeroTotals, amount: size, ...counts };
  const payout = markReady(newPayout({}, brand, singleAttempt(new Date(began - 1000))), totals);
  await writeInBulk([...addPayout({ ...payout, status: 'canceled' }), ...linesOfPayout(payout, size)]);
  return {
    size,
    token: admin,
    creatorToken: await portalTokenOf(brand.id, creator),
    campaignId: campaign.id,
    affiliateId: affiliateIds[0] ?? '',
    payoutId: payout.id,
    simulationId: await createSimulation(brand, size),
  };
}

/** For each filter of each list, a value that matches half of the list. */
const filterValues: Readonly<Record<string, Readonly<Record<string, (list: List) => string>>>> = {
  'affiliates.list': { status: () => 'active', campaignId: ({ campaignId }) => campaignId },
  'campaigns.list': { status: () => 'active' },
  'campaigns.listMembers': {},
  'discounts.list': { affiliateId: ({ affiliateId }) => affiliateId, status: () => 'active' },
  'links.list': { affiliateId: ({ affiliateId }) => affiliateId },
  'conversions.list': { attribution: () => 'attributed', affiliateId: ({ affiliateId }) => affiliateId },
  'payouts.list': { status: () => 'ready' },
  'payouts.listLines': { excluded: () => 'true' },
  'simulations.listCreators': {},
  'commissions.list': {
    status: () => 'pending',
    affiliateId: ({ affiliateId }) => affiliateId,
    held: () => 'true',
  },
  'creator.listDiscounts': { status: () => 'active' },
  'creator.listCommissions': { status: () => 'pending' },
};

/** Additional items per list: the creators, the campaign and the payout that the other items refer to. */
const additionalItems: Readonly<Record<string, number>> = {
  'affiliates.list': 2,
  'campaigns.list': 1,
  'payouts.list': 1,
};

/** True for a list whose two filters match the same orders, because every order of a creator is attributed. */
const filtersOverlap = ({ name }: Route): boolean => name === 'conversions.list';

/** Filters that match all items: each creator is a member of the campaign, and each discount code is active. */
const allMatch = ['affiliates.list campaignId', 'discounts.list status', 'creator.listDiscounts status'];
const matchesAll = ({ name }: Route, filter: string): boolean => allMatch.includes(`${name} ${filter}`);

const isOfCreator = ({ path }: Route): boolean => path.startsWith('/creator/');

function subsetsOf(names: readonly string[]): readonly (readonly string[])[] {
  const [first, ...others] = names;
  if (first === undefined) return [[]];
  const withoutFirst = subsetsOf(others);
  return [...withoutFirst, ...withoutFirst.map((subset) => [first, ...subset])];
}

/** Filters that match few items by design, so they have no pages. search.test.ts tests the pages of `q`. */
const exactFilters = ['orderId', 'email', 'trackingCode', 'code', 'conversionId', 'externalId', 'q'];

/** Filters without a counter. The first page counts up to 10,000 items, so it costs more in a longer list. */
const countedFilters = [
  'affiliates.list group',
  'conversions.list campaignId',
  'conversions.list discountId',
  'conversions.list customerId',
  'conversions.list occurredFrom',
  'conversions.list occurredTo',
  'commissions.list campaignId',
  'commissions.list payoutId',
  'commissions.list approvedFrom',
  'commissions.list approvedTo',
  'commissions.list paidFrom',
  'commissions.list paidTo',
  'creator.listCommissions payoutId',
  'discounts.list campaignId',
  'links.list campaignId',
];
const excludedParameters = [...Object.keys(paging), 'expand', ...exactFilters];
const filtersOf = ({ name: list, query }: Route): readonly string[] =>
  Object.keys(query?.shape ?? {}).filter(
    (name) => !excludedParameters.includes(name) && !countedFilters.includes(`${list} ${name}`),
  );

const combinationsOf = (route: Route): readonly (readonly string[])[] =>
  subsetsOf(filtersOf(route)).filter(
    (names) =>
      route.filterSets === undefined ||
      findFilterSet(route.filterSets, Object.fromEntries(names.map((name) => [name, '']))) !== undefined,
  );

/** A brand has few API keys, users, webhook endpoints and connections, and exports, imports, deliveries and messages are deleted after 30 days. */
const limitedLists = [
  'apiKeys.list',
  'users.list',
  'exports.list',
  'imports.list',
  'webhooks.list',
  'webhooks.listDeliveries',
  'connections.list',
  'connections.listMessages',
  'reconciliations.list',
  'reconciliations.results',
];
/**
 * Customers, disputes, fraud findings, pending refunds, rates and the payouts of a creator have no counter, so the first page counts them, as with
 * `countedFilters`.
 */
const countedLists = [
  'customers.list',
  'disputes.list',
  'fraudFindings.list',
  'refunds.list',
  'exchangeRates.list',
  'creator.listPayouts',
  'creator.listDisputes',
];
/** A page reads all refunds of its order, because the table sorts them by the ids of the brand. An order has few. docs/limits.md */
const wholeLists = ['conversions.listRefunds'];
const excludedLists = [...limitedLists, ...countedLists, ...wholeLists];
const isExcluded = ({ name }: Route): boolean => excludedLists.includes(name);

const lists = routes.filter((route) => route.answer.kind === 'list' && !isExcluded(route));
const cases = lists.flatMap((route) =>
  combinationsOf(route).map((filters) => ({
    route,
    filters,
    title: [route.name, ...filters].join(' by '),
  })),
);

const limit = 10;

function idIn(route: Route, { campaignId, payoutId, simulationId }: List): string {
  if (kindOfId(route) === 'simulation') return simulationId;
  return kindOfId(route) === 'payout' ? payoutId : campaignId;
}

async function readPage(route: Route, filters: readonly string[], list: List, cursor?: string) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
  for (const name of filters) {
    const value = filterValues[route.name]?.[name]?.(list);
    if (value === undefined) throw new Error(`Say which ${name} finds half of ${route.name}`);
    query.set(name, value);
  }
  const token = isOfCreator(route) ? list.creatorToken : list.token;
  const path = pathOf(route, parametersOf(route).includes('id') ? { id: idIn(route, list) } : {});
  const [answer, traffic] = await trafficOf(() => send('GET', `${path}?${query}`, { token }));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data).toHaveLength(limit);
  return { traffic, total: answer.json.meta.total, cursor: answer.json.meta.cursor };
}

let short: List;
let long: List;

beforeAll(async () => {
  await disableStream();
  short = await createLists(few);
  long = await createLists(many);
  // The first request of a process also reads the published keys.
  await send('GET', '/affiliates', { token: short.token });
}, fillTimeout);

const costOf = ({ calls, roundTrips, capacity }: Traffic) => ({
  operations: calls.map(({ operation }) => operation).toSorted(),
  roundTrips,
  capacity,
});

describe(`a list of ${few} items and a list of ${many} items`, () => {
  test.each(cases)(
    '$title costs the same in both lists and on the second page',
    async ({ route, filters }) => {
      const ofShort = await readPage(route, filters, short);
      const ofLong = await readPage(route, filters, long);
      expect(ofShort.traffic.capacity).toBeGreaterThan(0);
      expect(costOf(ofLong.traffic)).toEqual(costOf(ofShort.traffic));
      const next = await readPage(route, filters, long, ofLong.cursor);
      expect(costOf(next.traffic)).toEqual(costOf(ofShort.traffic));
    },
  );

  test.each(cases)('$title returns the exact total in both lists', async ({ route, filters }) => {
    for (const list of [short, long]) {
      const { total } = await readPage(route, filters, list);
      const size = isOfCreator(route) ? list.size / 2 : list.size;
      const all = size + (filters.length === 0 ? (additionalItems[route.name] ?? 0) : 0);
      const halving = filters.filter((filter) => !matchesAll(route, filter)).length;
      expect(total).toBe(all / 2 ** (filtersOverlap(route) ? Math.min(1, halving) : halving));
    }
  });
});

test.each([
  {
    title: 'a list that an index of keys serves',
    path: '/conversions?occurredFrom=2025-01-01',
    roundTrips: 3,
  },
  { title: 'the list of pending refunds', path: '/refunds?status=pending', roundTrips: 2 },
])(
  '$title counts its items once, and its later pages cost the same in both lists',
  async ({ path, roundTrips }) => {
    const pageOf = async (list: List, cursor?: string) => {
      const query = new URLSearchParams({ limit: '10', ...(cursor && { cursor }) });
      const [answer, traffic] = await trafficOf(() => send('GET', `${path}&${query}`, { token: list.token }));
      expect([answer.status, answer.json.data.length, answer.json.meta.total]).toEqual([200, 10, list.size]);
      return { traffic, cursor: answer.json.meta.cursor };
    };
    const [ofShort, ofLong] = [await pageOf(short), await pageOf(long)];
    expect(ofShort.traffic.roundTrips).toBeLessThanOrEqual(4);
    expect(ofLong.traffic.roundTrips).toBeLessThanOrEqual(4);
    const next = await pageOf(long, ofLong.cursor);
    expect(costOf(next.traffic)).toEqual(costOf((await pageOf(short, ofShort.cursor)).traffic));
    expect(next.traffic.roundTrips).toBe(roundTrips);
  },
);

test('GET /v1/billing/usage costs the same for few and for many creators', async () => {
  const usage = (list: List) => trafficOf(() => send('GET', '/billing/usage', { token: list.token }));
  const [[, ofShort], [answer, ofLong]] = [await usage(short), await usage(long)];
  expect(costOf(ofLong)).toEqual(costOf(ofShort));
  expect(answer.json.data.creators.used).toBe(many + 2);
});

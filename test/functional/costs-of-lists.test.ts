// What a page and its total consume does not grow with the list: the same figures at 100 items and at many.
// How many: LIST_SIZE, by default what is written in a moment. `LIST_SIZE=100000 npx vitest run costs-of-lists`.
import { beforeAll, describe, expect, test } from 'vitest';
import { addAffiliate, newAffiliate } from '#lib/affiliates/store.ts';
import { withAnySalt } from '#lib/brands/salt.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { addMember } from '#lib/campaigns/members.ts';
import { addCampaign, newCampaign } from '#lib/campaigns/store.ts';
import type { Route } from '#lib/contract/route.ts';
import { routes } from '#lib/contract/routes.ts';
import { draftConversion } from '#lib/conversions/draft.ts';
import { addConversion } from '#lib/conversions/record.ts';
import { countDiscounts, countDiscountsOf, newDiscount, putDiscount } from '#lib/discounts/store.ts';
import { finalized, nothing } from '#lib/payouts/rules.ts';
import { addPayout, newPayout } from '#lib/payouts/store.ts';
import type { Payout } from '#lib/payouts/stored-schema.ts';
import { newId } from '#lib/shared/ids.ts';
import { onlyAttempt } from '#lib/table/attempt.ts';
import type { Item } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import type { Write } from '#lib/table/transaction.ts';
import { addCommission, someCommission } from '#test/support/commissions.ts';
import { closeStream, fill } from '#test/support/fill.ts';
import { kindOfId, parametersOf, pathOf } from '#test/support/requests.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { type Traffic, trafficOf } from '#test/support/traffic.ts';

const few = 100;
const many = Number(process.env.LIST_SIZE ?? sized(1000, 3000));
const fillingTakesAtMost = 60_000 + many * 30;

/** Items of the same sizes in every list: what differs in length between two items is made equally long. */
const padded = (index: number): string => String(index).padStart(9, '0');
const began = Date.parse('2025-01-01T00:00:00.000Z');
/** A moment of its own for each, so that their ids are in their order. */
const momentOf = (index: number): Date => new Date(began + index);
const isEven = (index: number): boolean => index % 2 === 0;

interface List {
  readonly size: number;
  readonly token: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly payoutId: string;
}

/** All lists of a brand, each this long. Two statuses and two creators take turns, so that a filter finds half of it. */
function* writesOf(
  brand: Brand,
  size: number,
  list: { campaignId: string; affiliateIds: readonly string[]; found: readonly Item[] },
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
    yield* payoutWrites(brand, index);
    yield* orderWrites(brand, index, list.found);
    yield* commissionWrites(brand, affiliateId, index);
  }
}

/** A commission that is pending and held, or paid, two of each in turns: each creator has both. */
function commissionWrites(brand: Brand, affiliateId: string, index: number): readonly Write[] {
  const at = momentOf(index);
  const isHeld = isEven(Math.floor(index / 2));
  const hold = isHeld ? ({ reason: 'selfReferral', since: at.toISOString() } as const) : null;
  const [orderId, status] = [`order-${padded(index)}`, isHeld ? 'pending' : 'paid'] as const;
  return addCommission(someCommission({ brandId: brand.id, affiliateId, orderId, status, hold }, at));
}

/** A payout that is ready or paid, in turns. */
function payoutWrites(brand: Brand, index: number): readonly Write[] {
  const payout = newPayout({}, brand, onlyAttempt(momentOf(index)));
  return addPayout({ ...finalized(payout, nothing), status: isEven(index) ? 'ready' : 'paid' });
}

/** The writes of a payout's lines, one a creator. */
const linesOfPayout = ({ brandId, id }: Payout, size: number): readonly Write[] =>
  Array.from({ length: size }, (_, index) => {
    const affiliateId = newId('affiliate', momentOf(index));
    const email = `creator-${padded(index)}@creators.test`;
    const line = { affiliateId, amount: 1, commissionsCount: 1, name: '', email };
    return { kind: 'put', item: { ...keys.payoutLine(brandId, id, affiliateId), ...line } };
  });

/** An order of the first creator, or of nobody; what is earned with it stands in the list of commissions already. */
function orderWrites(brand: Brand, index: number, found: readonly Item[]): readonly Write[] {
  const [at, orderId] = [momentOf(index), `order-${padded(index)}`];
  const trackingCode = codeOf(brand, isEven(index) ? 0 : 9);
  const draft = draftConversion({ orderId, amount: 49.9, trackingCode }, withAnySalt(brand), found, at);
  return addConversion({ ...draft, commission: undefined }, at);
}

const codeOf = (brand: Brand, index: number): string => `first-${index}-${brand.id.slice(-12)}`;

function discountWrites(brand: Brand, affiliateId: string, index: number): readonly Write[] {
  const input = { code: `CODE-${padded(index)}`, type: 'percentage', value: 15, affiliateId } as const;
  const discount = newDiscount(input, brand, momentOf(index));
  return [
    ...putDiscount(discount),
    countDiscounts(brand.id, discount.id, 1),
    countDiscountsOf(brand.id, affiliateId, discount.id, 1),
  ];
}

/** Two creators and a campaign come first, and count, too. */
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
  await fill([...first, ...addCampaign(campaign, brand)]);
  const found = first.flatMap((write) => (write.kind === 'put' ? [write.item] : []));
  await fill(writesOf(brand, size, { campaignId: campaign.id, affiliateIds, found }));
  const totals = { amount: size, affiliatesCount: size, commissionsCount: size };
  const payout = finalized(newPayout({}, brand, onlyAttempt(new Date(began - 1000))), totals);
  await fill([...addPayout({ ...payout, status: 'canceled' }), ...linesOfPayout(payout, size)]);
  return {
    size,
    token: admin,
    campaignId: campaign.id,
    affiliateId: affiliateIds[0] ?? '',
    payoutId: payout.id,
  };
}

/** For each filter of each list, a value that finds half of it. */
const filterValues: Readonly<Record<string, Readonly<Record<string, (list: List) => string>>>> = {
  'affiliates.list': { status: () => 'active' },
  'campaigns.list': { status: () => 'active' },
  'campaigns.listMembers': {},
  'discounts.list': { affiliateId: ({ affiliateId }) => affiliateId },
  'conversions.list': { attribution: () => 'attributed', affiliateId: ({ affiliateId }) => affiliateId },
  'payouts.list': { status: () => 'ready' },
  'payouts.listLines': {},
  'commissions.list': {
    status: () => 'pending',
    affiliateId: ({ affiliateId }) => affiliateId,
    held: () => 'true',
  },
};

/** What is in a list beside what was filled in: the creators, the campaign and the payout that the rest needs. */
const firstOnes: Readonly<Record<string, number>> = {
  'affiliates.list': 2,
  'campaigns.list': 1,
  'payouts.list': 1,
};

/** Orders of a creator are all attributed: both filters together find no less than one of them. */
const areOne = ({ name }: Route): boolean => name === 'conversions.list';

function subsetsOf(names: readonly string[]): readonly (readonly string[])[] {
  const [first, ...others] = names;
  if (first === undefined) return [[]];
  const withoutFirst = subsetsOf(others);
  return [...withoutFirst, ...withoutFirst.map((subset) => [first, ...subset])];
}

/** An order's own id finds one order at most: there is no page of it. */
const noFilters = ['limit', 'cursor', 'orderId'];
const filtersOf = ({ query }: Route): readonly string[] =>
  Object.keys(query?.shape ?? {}).filter((name) => !noFilters.includes(name));

/** Filters that take no other one beside them. */
const alone = ['held'];
const combinationsOf = (route: Route): readonly (readonly string[])[] =>
  subsetsOf(filtersOf(route)).filter(
    (names) => names.length < 2 || !names.some((name) => alone.includes(name)),
  );

const lists = routes.filter(({ answer }) => answer.kind === 'list');
const cases = lists.flatMap((route) =>
  combinationsOf(route).map((filters) => ({
    route,
    filters,
    is: [route.name, ...filters].join(' by '),
  })),
);

const limit = 10;

/** What the list is of. */
const idIn = (route: Route, { campaignId, payoutId }: List): string =>
  kindOfId(route) === 'payout' ? payoutId : campaignId;

async function readPage(route: Route, filters: readonly string[], list: List, cursor?: string) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
  for (const name of filters) {
    const value = filterValues[route.name]?.[name]?.(list);
    if (value === undefined) throw new Error(`Say which ${name} finds half of ${route.name}`);
    query.set(name, value);
  }
  const path = pathOf(route, parametersOf(route).includes('id') ? { id: idIn(route, list) } : {});
  const [answer, traffic] = await trafficOf(() => send('GET', `${path}?${query}`, { token: list.token }));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data).toHaveLength(limit);
  return { traffic, total: answer.json.meta.total, cursor: answer.json.meta.cursor };
}

let short: List;
let long: List;

beforeAll(async () => {
  await closeStream();
  short = await createLists(few);
  long = await createLists(many);
}, fillingTakesAtMost);

const figures = ({ calls, roundTrips, capacity }: Traffic) => ({
  commands: calls.map(({ command }) => command).toSorted(),
  roundTrips,
  capacity,
});

describe(`a page of ${few} and of ${many}`, () => {
  test.each(cases)('$is: consumes the same, and so does the next page', async ({ route, filters }) => {
    const ofShort = await readPage(route, filters, short);
    const ofLong = await readPage(route, filters, long);
    expect(ofShort.traffic.capacity).toBeGreaterThan(0);
    expect(figures(ofLong.traffic)).toEqual(figures(ofShort.traffic));
    const next = await readPage(route, filters, long, ofLong.cursor);
    expect(figures(next.traffic)).toEqual(figures(ofShort.traffic));
  });

  test.each(cases)('$is: the total is exact', async ({ route, filters }) => {
    for (const list of [short, long]) {
      const { total } = await readPage(route, filters, list);
      const all = list.size + (filters.length === 0 ? (firstOnes[route.name] ?? 0) : 0);
      expect(total).toBe(all / 2 ** (areOne(route) ? Math.min(1, filters.length) : filters.length));
    }
  });
});

test('what is used of the plan is counted for the same at any size', async () => {
  const usage = (list: List) => trafficOf(() => send('GET', '/billing/usage', { token: list.token }));
  const [[, ofShort], [answer, ofLong]] = [await usage(short), await usage(long)];
  expect(figures(ofLong)).toEqual(figures(ofShort));
  expect(answer.json.data.creators.used).toBe(many + 2);
});

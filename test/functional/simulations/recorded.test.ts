// Tests that a simulation of terms finds what orders earn if they are recorded under these terms.
import { expect, test } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createCampaign,
  createDiscount,
  createSimulation,
  inviteActive,
  patch,
} from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { readPage } from '#test/support/lists.ts';
import { read, recordOrder, sendRefund } from '#test/support/orders.ts';
import { createPayout, payPayout } from '#test/support/payouts.ts';
import { seededRandom } from '#test/support/random.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';
import { beginLargeSimulation } from '#test/support/simulations.ts';
import { sized } from '#test/support/size.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const fixed = (value: number, per: 'order' | 'item') => ({ type: 'fixed', value, per });

const terms = {
  rate: percent(7.5),
  rules: [
    { match: { category: ['shoes'] }, customers: 'returning', rate: percent(12) },
    { match: { category: ['shoes'] }, rate: percent(20) },
    { match: { tag: ['gift card'] }, excluded: true },
    { match: { sku: ['sock-3'] }, rate: fixed(1.25, 'item') },
    { customers: 'new', rate: percent(9) },
  ],
  caps: { perOrder: 30 },
  lead: { type: 'fixed', value: 2.5 },
  signup: { type: 'fixed', value: 4 },
};

const products = [
  { sku: 'boot-42', category: 'shoes' },
  { sku: 'card-25', tags: ['gift card'] },
  { sku: 'sock-3', category: 'socks' },
  { sku: 'hat-1' },
];

interface Currency {
  readonly minorUnits: number;
  readonly money: object;
}

const currencies: readonly [Currency, ...Currency[]] = [
  { minorUnits: 100, money: {} },
  { minorUnits: 100, money: { currency: 'EUR', exchangeRate: 1.0837 } },
  { minorUnits: 1, money: { currency: 'JPY', exchangeRate: 0.0067 } },
];

const customers = [
  { customerId: 'c-1' },
  { customerId: 'c-2', customerEmail: 'c2@customers.test' },
  { customerEmail: 'c2@customers.test' },
  { customerEmail: 'c3@customers.test' },
  { customerId: 'c-1', isNewCustomer: true },
];

interface Shop {
  readonly token: string;
  readonly brand: TestBrand['brand'];
  readonly creators: readonly Json[];
  readonly codes: readonly string[];
}

async function createShop(): Promise<Shop> {
  const { admin: token, brand } = await createBrand('scale');
  const creators = [await inviteActive(token), await inviteActive(token)];
  const { id: campaignId } = await createCampaign(token, { status: 'active', commission: percent(12) });
  await patch(token, `/affiliates/${creators[1].id}`, { commissionOverride: { type: 'fixed', value: 4 } });
  const discounts = [
    await createDiscount(token, creators[0].id),
    await createDiscount(token, creators[0].id, { campaignId }),
    await createDiscount(token, creators[1].id),
  ];
  return { token, brand, creators, codes: discounts.map(({ code }) => code) };
}

const drawnItems = (random: Random, minorUnits: number) =>
  Array.from({ length: random.between(0, 4) }, () => ({
    ...random.pick(products),
    quantity: random.between(1, 3),
    ...(random.next() < 0.9 && { price: random.between(100, 9000) / minorUnits }),
  }));

const changesOfSales = [
  'nothing',
  'edit',
  'refund',
  'refund',
  'refund all',
  'cancel',
  'edit and refund',
] as const;

/** The next sale would be the first one of a customer whose first sale is canceled, so only sales without a customer are canceled. */
const drawnCustomer = (random: Random, later: string) =>
  later === 'cancel' || random.next() < 0.3 ? {} : random.pick(customers);

function drawnSale(random: Random) {
  const { minorUnits, money } = random.pick(currencies);
  const [amount, later] = [random.between(1, 40_000), random.pick(changesOfSales)];
  return {
    order: {
      ...money,
      amount: amount / minorUnits,
      items: drawnItems(random, minorUnits),
      ...drawnCustomer(random, later),
    },
    edited: (amount + random.between(0, 40_000)) / minorUnits,
    refunded: random.between(1, amount) / minorUnits,
    later,
  };
}

const drawnLead = (random: Random) => ({
  order: { kind: random.pick(['lead', 'signup']), amount: 0, ...random.pick(customers) },
  edited: 0,
  refunded: 0,
  later: random.pick(['nothing', 'nothing', 'cancel']),
});

/** An order, and what happens to it later. It is the same in every shop, except for the ids. */
function drawnLife(random: Random, index: number) {
  const life = random.next() < 0.2 ? drawnLead(random) : drawnSale(random);
  const mark = random.pick([{}, {}, {}, { isTest: true }, { settledElsewhere: true }]);
  return {
    ...life,
    order: { ...life.order, ...mark, orderId: `o-${index}` },
    code: random.between(0, 3),
    isPaidBefore: random.next() < 0.5,
  };
}
type Life = ReturnType<typeof drawnLife>;

async function change({ token }: Shop, id: string, { later, edited, refunded }: Life): Promise<void> {
  const path = `/conversions/${id}`;
  if (later.startsWith('edit')) await patch(token, path, { amount: edited });
  if (later.endsWith('refund')) await sendRefund(token, id, { refundId: 'r-1', amount: refunded });
  if (later === 'refund all') await sendRefund(token, id, { refundId: 'r-1' });
  if (later === 'cancel') await dataOf(send('POST', `${path}/cancel`, { token, body: { reason: 'Fraud' } }));
}

async function pay({ token }: Shop): Promise<void> {
  const approve = () =>
    dataOf(send('POST', '/commissions/approve', { token, body: { filter: { status: 'pending' } } }));
  while ((await approve()).length > 0) {}
  const { id } = await createPayout(token);
  await continueToCompletion();
  await payPayout(token, id);
}

/** Plays the same lives in a shop: some orders change before their commissions are paid, and some after it. */
async function play(shop: Shop, lives: readonly Life[]): Promise<void> {
  const ids: string[] = [];
  for (const { order, code } of lives) {
    const discountCode = shop.codes[code];
    const sent = { ...order, ...(discountCode !== undefined && { discountCode }) };
    ids.push((await recordOrder(shop.token, sent)).id);
  }
  const changeAll = async (isPaidBefore: boolean) => {
    for (const [index, life] of lives.entries())
      if (life.isPaidBefore === isPaidBefore) await change(shop, ids[index] ?? '', life);
  };
  await changeAll(false);
  await pay(shop);
  await changeAll(true);
}

const simulate = ({ token }: Shop) => createSimulation(token, { terms });

/** The sums of the creators that the service keeps, which follow from the ledger. */
async function recordedRows({ token, creators }: Shop) {
  const found = await Promise.all(creators.map(({ id }) => read(token, `/affiliates/${id}`)));
  return found.map(({ totalOrders, totalRevenue, commissionEarned }) => ({
    orders: totalOrders,
    revenue: totalRevenue,
    earned: commissionEarned,
  }));
}

async function simulatedRows({ token, creators }: Shop, id: string) {
  const { items: rows } = await readPage(token, `/simulations/${id}/creators`);
  return creators.map((creator) => rows.find(({ affiliateId }) => affiliateId === creator.id));
}

test('a simulation finds what the same orders, leads and tests earn in a brand that has the terms, after refunds, edits and payments', async () => {
  const random = seededRandom(7, 'simulations');
  const lives = Array.from({ length: sized(30, 300, 15) }, (_, index) => drawnLife(random, index));
  const [simple, byTerms] = [await createShop(), await createShop()];
  for (const { id } of byTerms.creators)
    await dataOf(send('PUT', `/affiliates/${id}/terms`, { token: byTerms.token, body: { terms } }));
  await play(simple, lives);
  await play(byTerms, lives);
  const [expected, present] = [await recordedRows(byTerms), await recordedRows(simple)];
  const simulation = await simulate(simple);
  expect(simulation).toMatchObject({ status: 'completed', creatorsCount: 2, terms: { caps: terms.caps } });
  const rows = await simulatedRows(simple, simulation.id);
  expect(rows.map(({ orders, revenue, earned }) => ({ orders, revenue, earned }))).toEqual(present);
  expect(rows.map(({ simulated }) => simulated)).toEqual(expected.map(({ earned }) => earned));
  const large = await beginLargeSimulation(simple, { terms });
  await continueToCompletion();
  expect(await simulatedRows(simple, large)).toEqual(rows);
  const same = await simulate(byTerms);
  expect(same.totals).toMatchObject({ simulated: same.totals.earned, difference: 0 });
  expect(same.totals.earned).toBe(simulation.totals.simulated);
});

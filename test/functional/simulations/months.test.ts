// Tests that a simulation of tiers and monthly caps finds what the settlement of months grants for the same orders.
import { expect, test } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { getBrand, getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { continueSimulation } from '#lib/money/simulations/store/advance.ts';
import { dataOf } from '#test/support/answers.ts';
import { createApiKey, createSimulation, inviteActive } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { recordOrder, sendRefund } from '#test/support/orders.ts';
import { seededRandom } from '#test/support/random.ts';
import { createBrand, newToken, send } from '#test/support/service.ts';
import { beginLargeSimulation } from '#test/support/simulations.ts';
import { sized } from '#test/support/size.ts';

const percent = (value: number) => ({ type: 'percentage', value });
const items = [{ category: 'shoes' }, { category: 'socks' }, { category: 'gift cards' }];

const drawnTerms = (random: Random, by: string, appliesTo: string) => {
  const [first, second] = by === 'orders' ? [1, 4] : [200, 700];
  return {
    rate: percent(random.between(5, 12)),
    rules: [
      { match: { category: ['shoes'] }, rate: percent(18) },
      { match: { category: ['gift cards'] }, excluded: true },
    ],
    tiers: {
      ...{ by, appliesTo },
      steps: [
        { from: first, rate: percent(random.between(13, 20)) },
        { from: second, rate: { type: 'fixed', value: random.between(20, 60) } },
      ],
    },
    caps: { perOrder: random.between(40, 80), perMonth: random.between(40, 90) },
    lead: { type: 'fixed', value: 2.5 },
  };
};

const drawnItems = (random: Random) =>
  Array.from({ length: random.between(0, 3) }, () => ({
    ...random.pick(items),
    quantity: 1,
    price: random.between(1, 200),
  }));

/** Most orders are sales. The others count for no tier, or for no month at all. */
function drawnOrder(random: Random) {
  const sale = { amount: random.between(100, 40_000) / 100, items: drawnItems(random) };
  const kind = random.pick(['sale', 'sale', 'sale', 'sale', 'lead', 'settled elsewhere', 'free', 'free']);
  if (kind === 'lead') return { kind: 'lead', amount: 0, customerId: 'c-1' };
  if (kind === 'settled elsewhere') return { ...sale, settledElsewhere: true };
  return kind === 'free' ? { amount: 0 } : sale;
}

type Change = (token: string, order: Json, random: Random) => Promise<unknown>;

const post = (token: string, path: string, body: object) => send('POST', path, { token, body });
const reason = 'Returned';

const changes: readonly Change[] = [
  async () => {},
  async () => {},
  async () => {},
  async () => {},
  async () => {},
  async () => {},
  (token, { id, amount }, random) =>
    sendRefund(token, id, { refundId: 'r-1', amount: Math.ceil(amount * random.next() * 100) / 100 }),
  (token, { id }) => sendRefund(token, id, { refundId: 'r-2' }),
  (token, { id }, random) =>
    send('PATCH', `/conversions/${id}`, { token, body: { amount: random.between(1, 500) } }),
  (token, { commissionId }) =>
    send('PATCH', `/commissions/${commissionId}/reject`, { token, body: { reason } }),
  (token, { id }) => post(token, `/conversions/${id}/cancel`, { reason }),
];

const approveAll = async (token: string) => {
  while ((await dataOf(post(token, '/commissions/approve', { filter: { status: 'pending' } }))).length > 0) {}
};

/** Half of the times are close to a change of the month in the time zone of the brand. */
function drawnTime(random: Random): string {
  const border = random.pick(['2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z']);
  const seconds = random.next() < 0.5 ? random.between(-2, 1) : -random.between(0, 20 * 86_400);
  return new Date(Date.parse(border) + seconds * 1000).toISOString();
}

/** Creates a brand in New York whose terms applied to all of its orders. Half of the orders change before their approval, and half after it. */
async function settledBrand(random: Random, terms: object) {
  const clock = fakeClock('2026-09-20T12:00:00.000Z', 1);
  const { admin, brand } = await createBrand('scale', { timezone: 'America/New_York' });
  const { key: token } = await createApiKey(admin);
  const creators = [await inviteActive(token), await inviteActive(token)];
  await dataOf(send('PUT', '/brand/terms', { token, body: { terms } }));
  clock.set('2026-12-24T12:00:00.000Z');
  const lives: { order: Json; change: Change | undefined }[] = [];
  for (let count = 0; count < sized(20, 80); count += 1) {
    const { trackingCode } = random.pick(creators) ?? {};
    const sent = { ...drawnOrder(random), occurredAt: drawnTime(random), trackingCode };
    lives.push({ order: await recordOrder(token, sent), change: random.pick(changes) });
  }
  const changeAll = async (half: number) => {
    for (const { order, change } of lives.filter((_, index) => index % 2 === half))
      await change?.(token, order, random);
  };
  await changeAll(0);
  await approveAll(token);
  await changeAll(1);
  await approveAll(token);
  clock.advance(601);
  await approveDue({ brandIds: [brand.id], getBrand, hasTime: () => true });
  return { token, brand, creators };
}

const sumOf = (commissions: readonly Json[]): number =>
  commissions.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100;

async function grantedTo(token: string, affiliateId: string) {
  const commissions = (await walk(token, '/commissions', { affiliateId, limit: 100 })).flatMap(
    ({ items: all }) => all,
  );
  const earned = commissions.filter(({ status }) => status === 'approved' || status === 'paid');
  const ofKind = (wanted: string) => sumOf(earned.filter(({ kind }) => kind === wanted));
  return {
    affiliateId,
    simulated: sumOf(earned),
    tierSupplement: ofKind('tierSupplement'),
    monthlyCap: ofKind('monthlyCap'),
  };
}

async function rowsOf(token: string, id: string) {
  const { items: rows } = await readPage(token, `/simulations/${id}/creators`, { order: 'asc' });
  return rows.map(({ affiliateId, simulated, tierSupplement, monthlyCap }) => ({
    ...{ affiliateId, simulated, tierSupplement, monthlyCap },
  }));
}

test.each([
  [17, 'orders', 'followingOrders'],
  [4, 'orders', 'wholeMonth'],
  [4, 'revenue', 'wholeMonth'],
])(
  'a simulation of the terms that applied to the random orders %i finds how their months were settled by %s for %s, in the request and in steps',
  async (seed, by, appliesTo) => {
    const random = seededRandom(seed, 'simulated months');
    const terms = drawnTerms(random, by, appliesTo);
    const { token, brand, creators } = await settledBrand(random, terms);
    const granted = await Promise.all(creators.map(({ id }) => grantedTo(token, id)));
    const months = { terms, from: '2026-09-01', to: '2026-12-31' };
    const { id } = await createSimulation(token, months);
    expect(await rowsOf(token, id)).toEqual(granted);
    expect(granted.some(({ tierSupplement, monthlyCap }) => tierSupplement !== 0 && monthlyCap < 0)).toBe(
      true,
    );
    const inSteps = await beginLargeSimulation({ brand }, months);
    const steps = { creators: 2, creatorsAtOnce: 2, pages: 1, ordersOnPage: 3 };
    await continueSimulation(
      { brandId: brand.id, id: inSteps },
      { getClock: getBrandClock, getBrand },
      steps,
    );
    expect(await rowsOf(token, inSteps)).toEqual(granted);
  },
);

test('a simulation of a part of a month counts only the orders of its range', async () => {
  const clock = fakeClock('2026-11-01T12:00:00.000Z', 1);
  const { admin: early, brand } = await createBrand('scale');
  const { trackingCode } = await inviteActive(early);
  clock.set('2026-11-20T12:00:00.000Z');
  const { token: admin } = await newToken(brand.id, 'admin');
  for (const occurredAt of ['2026-11-05T12:00:00Z', '2026-11-15T12:00:00Z'])
    await recordOrder(admin, { amount: 600, trackingCode, occurredAt });
  const tiers = { by: 'revenue', appliesTo: 'wholeMonth', steps: [{ from: 1000, rate: percent(15) }] };
  const terms = { rate: percent(10), tiers, caps: { perMonth: 170 } };
  const totalsOf = async (from: string) =>
    (await createSimulation(admin, { terms, from, to: '2026-11-30' })).totals;
  const ofWhole = { simulated: 170, tierSupplement: 60, monthlyCap: -10 };
  expect(await totalsOf('2026-11-01')).toMatchObject(ofWhole);
  expect(await totalsOf('2026-11-10')).toMatchObject({ simulated: 60, tierSupplement: 0, monthlyCap: 0 });
});

// Changes orders at random and concurrently, and compares every sum with plain loops over the orders and commissions that result.
import { expect, test } from 'vitest';
import { newRandom, type Random } from '#infra/local/demo/random.ts';
import { reconcileBrand } from '#lib/care/reconciliation/store/reconcile-brand.ts';
import { applyRate } from '#lib/foundation/shared/rates.ts';
import { figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { type Refund, storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { type LedgerEntry, storedEntry } from '#lib/money/ledger/schema.ts';
import { entryDeltasOf, partOf } from '#lib/outlets/figures/rules/deltas.ts';
import { addFigures, type Figures } from '#lib/outlets/figures/rules/figures.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';

const seeds = Array.from({ length: sized(2, 20, 1) }, (_, index) => index + 1);
const rounds = sized(40, 150);
const concurrentActions = 3;
/** The rounds begin an hour before midnight, so that refunds and moves happen on different days. */
const secondsUntilRounds = 11 * 3600;
const secondsPerRound = (6 * 3600) / rounds;

const rates = [
  { type: 'percentage', value: 7.25 },
  { type: 'fixed', value: 2.5 },
  { type: 'percentage', value: 10 },
] as const;

async function createProgram() {
  const { admin: token, brand } = await createBrand('scale');
  const { id: campaignId } = await createCampaign(token, { status: 'active' });
  const creators = [];
  for (const commissionOverride of rates) {
    const { id, trackingCode } = await inviteActive(token, { commissionOverride });
    const { code } = await createDiscount(token, id, { campaignId });
    creators.push({ id, trackingCode, code });
  }
  return { token, brandId: brand.id, creators };
}
type Program = Awaited<ReturnType<typeof createProgram>>;

const dayOf = (instant: string): string => instant.slice(0, 10);
const anyTime = (random: Random): string =>
  `2026-02-0${random.between(1, 3)}T1${random.between(0, 9)}:00:00Z`;

/** Sends one random request. A 409 is an answer to a request that the present state does not allow. */
async function act({ token, creators }: Program, ids: readonly string[], random: Random): Promise<void> {
  const id = random.pick(ids) ?? '';
  const creator = random.pick(creators);
  const commission = async () => (await send('GET', `/conversions/${id}`, { token })).json.data.commissionId;
  const change = (body: object) => send('PATCH', `/conversions/${id}`, { token, body });
  const post = (path: string, body: object) => send('POST', path, { token, body });
  const actions = [
    () => change({ amount: random.between(0, 20_000) / 100 }),
    () => change({ amount: random.between(0, 20_000) / 100, discountCode: creator?.code }),
    () => change({ discountCode: null, trackingCode: creator?.trackingCode }),
    () => change({ occurredAt: anyTime(random) }),
    () =>
      post(`/conversions/${id}/refunds`, {
        refundId: `r-${random.next()}`,
        amount: random.between(1, 9000) / 100,
      }),
    () => post(`/conversions/${id}/refunds`, { refundId: `r-${random.next()}` }),
    () =>
      post(`/conversions/${id}/attribution`, {
        affiliateId: random.next() < 0.3 ? null : creator?.id,
        reason: 'Test',
      }),
    async () => send('PATCH', `/commissions/${await commission()}/approve`, { token }),
    async () => send('PATCH', `/commissions/${await commission()}/approve`, { token }),
    async () =>
      send('PATCH', `/commissions/${await commission()}/reject`, { token, body: { reason: 'Test' } }),
    ...(random.next() < 0.2 ? [() => post(`/conversions/${id}/cancel`, { reason: 'Test' })] : []),
  ];
  const { status, text } = await (random.pick(actions) ?? (() => change({ amount: 1 })))();
  expect([200, 201, 404, 409], text).toContain(status);
}

async function payOrCancel({ token }: Program, random: Random): Promise<void> {
  const { status, json } = await send('POST', '/payouts', { token, body: { minimum: 1 } });
  await continuePendingPayouts();
  if (status !== 201 || random.next() < 0.3) return;
  const body = random.next() < 0.7 ? { status: 'paid', reference: 'transfer-1' } : { status: 'canceled' };
  await send('PATCH', `/payouts/${json.data.id}`, { token, body });
  await continuePendingPayouts();
}

interface Stored {
  readonly entries: readonly LedgerEntry[];
  readonly orders: readonly Conversion[];
  readonly refunds: readonly Refund[];
  readonly commissions: readonly Commission[];
}

async function readStored(brandId: string): Promise<Stored> {
  const items = await allItems();
  const of = (partition: string) =>
    items.filter(({ pk }) => String(pk).startsWith(`${brandId}#`) && String(pk).includes(partition));
  return {
    entries: of('#LEDGER#').map((item) => storedEntry.parse(item)),
    orders: of('#CONVERSION')
      .filter(({ id }) => String(id).startsWith('cnv_'))
      .map((item) => storedConversion.parse(item)),
    refunds: of('#REFUND').map((item) => storedRefund.parse(item)),
    commissions: of('#COMMISSION')
      .filter(({ id }) => String(id).startsWith('com_'))
      .map((item) => storedCommission.parse(item)),
  };
}

const zones = { timezone: 'UTC', pastTimezones: [] };

interface Place {
  readonly brandId: string;
  readonly affiliateId: string | null;
  readonly campaignId: string | null;
  readonly discountId: string | null;
}

function addTo(sums: Record<string, Figures>, name: string, figures: Figures): void {
  const sum = sums[name] ?? {};
  addFigures(sum, figures);
  sums[name] = sum;
}

function newSums() {
  const sums: Record<string, Figures> = {};
  return {
    sums,
    add: ({ brandId, affiliateId, campaignId, discountId }: Place, at: string, figures: Figures): void => {
      if (affiliateId === null) return;
      const { pk, sk } = figureKeys.figures(brandId, 'AFFILIATE', dayOf(at), affiliateId);
      const name = [pk, sk, affiliateId, partOf(campaignId ?? '', discountId ?? '')].join(' ');
      addTo(sums, name, figures);
    },
  };
}

const withoutEmpty = (sums: Readonly<Record<string, Figures>>) =>
  Object.fromEntries(Object.entries(sums).filter(([, figures]) => Object.keys(figures).length > 0));

function figuresOfLedger(brandId: string, { entries }: Stored) {
  const sums: Record<string, Figures> = {};
  for (const { key, id, part, figures } of entries.flatMap((entry) => entryDeltasOf(entry, zones))) {
    const isDay = /\d{4}-\d\d-\d\d/.test(`${key.pk} ${key.sk}`);
    if (!isDay || !key.pk.startsWith(brandId) || !`${key.pk} ${key.sk}`.includes('AFFILIATE')) continue;
    addTo(sums, [key.pk, key.sk, id, part].join(' '), figures);
  }
  return withoutEmpty(sums);
}

function figuresOfRecords({ orders, refunds, commissions }: Stored) {
  const { sums, add } = newSums();
  for (const order of orders.filter(({ isTest }) => !isTest)) {
    add(order, order.occurredAt, { orders: order.canceledAt === null ? 1 : 0, gross: order.amount });
    for (const { amount, createdAt } of refunds.filter(({ conversionId }) => conversionId === order.id))
      add(order, createdAt, { refunds: amount });
  }
  for (const commission of commissions)
    add(commission, commission.occurredAt, { [commission.status]: commission.amount });
  return withoutEmpty(sums);
}

/** No commission of an order that is settled elsewhere is ever payable, and a test has none. */
function expectSettled({ orders, commissions }: Stored): void {
  const settled = orders.filter(({ settledElsewhere }) => settledElsewhere).map(({ id }) => id);
  const own = commissions.filter(({ conversionId }) => settled.includes(String(conversionId)));
  expect(own.filter(({ status, payoutId }) => status !== 'paid' || payoutId !== null)).toEqual([]);
  expect(orders.filter(({ isTest, commissionId }) => isTest && commissionId !== null)).toEqual([]);
}

function expectCommissionsToMatch({ orders, commissions }: Stored): void {
  for (const order of orders) {
    const own = commissions.filter(({ conversionId }) => conversionId === order.id);
    const current = own.find(({ id }) => id === order.commissionId);
    const isEarned = current !== undefined && current.status !== 'rejected';
    for (const affiliateId of new Set(own.map((commission) => commission.affiliateId))) {
      const sum = own
        .filter((one) => one.affiliateId === affiliateId && !['rejected', 'reversed'].includes(one.status))
        .reduce((total, { amount }) => total + amount, 0);
      const left = order.amount - order.refundedAmount;
      const expected =
        isEarned && current.rate !== null && affiliateId === order.affiliateId
          ? applyRate(current.rate, order.amount, left)
          : 0;
      expect([order.id, affiliateId, sum]).toEqual([order.id, affiliateId, expected]);
    }
  }
}

test.each(seeds)(
  'figures, totals and commissions equal those of the orders after random concurrent changes (seed %i)',
  async (seed) => {
    const clock = fakeClock();
    const program = await createProgram();
    const random = newRandom(seed);
    const ids: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      const reference = { discountCode: random.pick(program.creators)?.code };
      const amount = random.between(0, 10_000) / 100;
      const body = { ...reference, amount, occurredAt: anyTime(random), settledElsewhere: index > 5 };
      const isTest = index > 8;
      ids.push((await recordOrder(program.token, { ...body, isTest })).id);
    }
    clock.advance(secondsUntilRounds);
    for (let round = 0; round < rounds; round += 1) {
      clock.advance(secondsPerRound);
      await Promise.all(Array.from({ length: concurrentActions }, () => act(program, ids, random)));
      if (round % 8 === 7) await payOrCancel(program, random);
    }
    const stored = await readStored(program.brandId);
    expect(stored.orders).toHaveLength(ids.length);
    expect((await reconcileBrand(program.brandId)).differences).toEqual([]);
    expectCommissionsToMatch(stored);
    expectSettled(stored);
    expect(figuresOfLedger(program.brandId, stored)).toEqual(figuresOfRecords(stored));
  },
);

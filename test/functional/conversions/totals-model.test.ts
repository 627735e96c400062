// Compares totals and ledger with a model after hundreds of random concurrent orders, refunds, reversals, decisions and manual
// commissions.
import { expect, test } from 'vitest';
import { newRandom } from '#infra/local/demo/random.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { deltasOf, isBalanced } from '#lib/money/ledger/rules.ts';
import { type LedgerEntry, storedEntry } from '#lib/money/ledger/schema.ts';
import { createCampaign, createDiscount, invite, patch } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import {
  decimalOf,
  expectedSums,
  type ManualModel,
  type ModelledAttribution,
  OrderModel,
} from '#test/support/money-model.ts';
import {
  changeStored,
  claimForPayout,
  read,
  recordOrder,
  sendRefund,
  sumsOf,
  unusedOrder,
} from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';

const rounds = 80;
const concurrency = 6;
/** Only the first orders are drawn for actions, so that some of them get each action that a clawback needs. */
const drawnOrders = 40;
const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

interface TrackedOrder {
  readonly id: string;
  readonly commissionId: string | null;
  readonly model: OrderModel;
  /** The refunds that count. */
  readonly refunds: { readonly refundId: string; readonly cents: bigint }[];
}

async function createProgram() {
  const { admin, brand } = await createBrand('scale');
  const campaigns = [
    await createCampaign(admin, { status: 'active', commission: { type: 'percentage', value: 12.25 } }),
    await createCampaign(admin, { status: 'active' }),
    // Paused before the first order, so its codes earn without it.
    await createCampaign(admin, { status: 'active', commission: { type: 'percentage', value: 50 } }),
  ];
  const paused = 2;
  const creators = [
    await invite(admin),
    await invite(admin, { commissionOverride: { type: 'percentage', value: 33.33 } }),
    await invite(admin, { commissionOverride: { type: 'fixed', value: 2.5 } }),
  ];
  const overrides = [null, { type: 'percentage', value: 3333n }, { type: 'fixed', value: 250n }] as const;
  const brandRate = { type: 'percentage', value: 1000n } as const;
  const references: { body: object; party: ModelledAttribution | null }[] = [{ body: {}, party: null }];
  for (const [index, creator] of creators.entries()) {
    const rate = overrides[index] ?? brandRate;
    const party = { affiliateId: creator.id, rate };
    references.push({
      body: { trackingCode: creator.trackingCode },
      party: { ...party, campaignId: null, discountId: null },
    });
    for (const [position, campaign] of campaigns.entries()) {
      const discount = await createDiscount(admin, creator.id, { campaignId: campaign.id });
      const campaignRate = position === 0 ? ({ type: 'percentage', value: 1225n } as const) : brandRate;
      references.push({
        body: { discountCode: discount.code },
        party: {
          ...party,
          rate: overrides[index] ?? campaignRate,
          campaignId: position === paused ? null : campaign.id,
          discountId: discount.id,
        },
      });
    }
  }
  await patch(admin, `/campaigns/${campaigns[paused].id}`, { status: 'paused' });
  return { admin, brand, references };
}

type Program = Awaited<ReturnType<typeof createProgram>>;

/** Actions on an order. Each one runs in the service and in the model and expects the same outcome from both. */
function orderActions({ admin, brand }: Program, refundId: () => string) {
  const decide = async ({ commissionId, model }: TrackedOrder, decision: 'approve' | 'reject') => {
    if (commissionId === null) return;
    const body = decision === 'reject' ? { reason: 'Drawn' } : undefined;
    const { status } = await send('PATCH', `/commissions/${commissionId}/${decision}`, {
      token: admin,
      body,
    });
    expect(status).toBe(model[decision]());
  };
  const undo = async ({ commissionId, model }: TrackedOrder, action: 'restore' | 'reopen') => {
    if (commissionId === null) return;
    const { status } = await send('POST', `/commissions/${commissionId}/${action}`, { token: admin });
    expect(status).toBe(model[action]());
  };
  const refundCents = async ({ id, model, refunds }: TrackedOrder, cents: bigint) => {
    if (cents === 0n) return;
    const body = { refundId: refundId(), amount: decimalOf(cents) };
    const { status } = await sendRefund(admin, id, body);
    expect(status).toBe(model.refund(cents));
    if (status === 201) refunds.push({ refundId: body.refundId, cents });
  };
  const claim = async ({ commissionId, model }: TrackedOrder) => {
    if (commissionId === null || model.status !== 'approved' || model.isInPayout) return;
    await claimForPayout(brand.id, commissionId);
    model.isInPayout = true;
  };
  const pay = async ({ commissionId, model }: TrackedOrder) => {
    if (commissionId === null || !model.isInPayout) return;
    await changeStored(brand.id, commissionId, { status: 'paid' });
    model.isInPayout = false;
    model.status = 'paid';
  };
  return {
    claim,
    pay,
    /** Few orders would get both actions if each was drawn alone. */
    claimAndPay: async (order: TrackedOrder) => {
      await claim(order);
      await pay(order);
    },
    approve: (order: TrackedOrder) => decide(order, 'approve'),
    reject: (order: TrackedOrder) => decide(order, 'reject'),
    restore: (order: TrackedOrder) => undo(order, 'restore'),
    reopen: (order: TrackedOrder) => undo(order, 'reopen'),
    refundPart: (order: TrackedOrder, share: bigint) =>
      refundCents(order, (order.model.amount * share) / 100n),
    refundRest: (order: TrackedOrder) => refundCents(order, order.model.left),
    reverse: async ({ id, model, refunds }: TrackedOrder) => {
      const reversed = refunds.shift();
      if (reversed === undefined) return;
      const path = `/conversions/${id}/refunds/${reversed.refundId}/reverse`;
      expect((await send('POST', path, { token: admin, body: {} })).status).toBe(200);
      model.reverse(reversed.cents);
    },
    release: async ({ commissionId, model }: TrackedOrder) => {
      if (commissionId === null || !model.isInPayout) return;
      await changeStored(brand.id, commissionId, { payoutId: null });
      model.isInPayout = false;
    },
  };
}

async function expectTotalsMatchModel(
  { admin, references }: Program,
  orders: readonly TrackedOrder[],
  manual: readonly ManualModel[],
): Promise<void> {
  const expected = expectedSums(
    orders.map(({ model }) => model),
    manual,
  );
  const ids = (select: (party: ModelledAttribution) => string | null) =>
    new Set(references.flatMap(({ party }) => (party && select(party)) ?? []));
  for (const id of ids(({ affiliateId }) => affiliateId)) {
    expect(await sumsOf(admin, id)).toEqual(expected.creator(id));
    for (const status of statuses) {
      const { total } = await readPage(admin, '/commissions', { status, affiliateId: id, limit: 1 });
      expect([status, total]).toEqual([status, expected.commissions(status, id)]);
    }
  }
  for (const id of ids(({ campaignId }) => campaignId)) {
    expect(await read(admin, `/campaigns/${id}/stats`)).toMatchObject(expected.campaignStats(id));
  }
  for (const id of ids(({ discountId }) => discountId)) {
    expect(await read(admin, `/discounts/${id}`)).toMatchObject(expected.discount(id));
  }
  for (const status of statuses) {
    const { total } = await readPage(admin, '/commissions', { status, limit: 1 });
    expect([status, total]).toEqual([status, expected.commissions(status)]);
  }
}

const entriesOf = async (brandId: string): Promise<readonly LedgerEntry[]> =>
  (await allItems())
    .filter(({ pk }) => String(pk).startsWith(`${brandId}#LEDGER#`))
    .map((item) => storedEntry.parse(item));

const addDeltas = (sums: Record<string, number>, deltas: object): Record<string, number> => {
  for (const [name, delta] of Object.entries(deltas)) sums[name] = (sums[name] ?? 0) + delta;
  return sums;
};

async function expectLedgerMatchesTotals({ brand, references }: Program): Promise<void> {
  const entries = await entriesOf(brand.id);
  expect(entries.filter((entry) => !isBalanced(entry))).toEqual([]);
  for (const [collection, name] of [
    ['affiliate', 'affiliateId'],
    ['campaign', 'campaignId'],
    ['discount', 'discountId'],
  ] as const) {
    for (const id of new Set(references.flatMap(({ party }) => party?.[name] ?? []))) {
      const sums = entries
        .filter((entry) => entry[name] === id)
        .reduce((all, entry) => addDeltas(all, deltasOf(entry)[collection]), {});
      expect(await getItem(keys.item(brand.id, collection, id))).toMatchObject(sums);
    }
  }
}

test.each([1, 2, 3])(
  'totals and ledger equal those of a model after random concurrent orders, refunds and decisions (seed %i)',
  async (seed) => {
    const program = await createProgram();
    const random = newRandom(seed);
    const randomBelow = (below: number): number => random.between(0, below - 1);
    let refunds = 0;
    const actions = orderActions(program, () => {
      refunds += 1;
      return `r-${refunds}`;
    });
    const tracked: TrackedOrder[] = [];
    const manual: ManualModel[] = [];
    const giveOrTake = async ({ party }: Program['references'][number], cents: bigint) => {
      if (party === null) return;
      const { affiliateId, campaignId } = party;
      const isBonus = cents % 2n === 0n;
      const body = {
        affiliateId,
        ...(campaignId !== null && { campaignId }),
        ...{ kind: isBonus ? 'bonus' : 'deduction', amount: decimalOf(cents), reason: 'Drawn' },
      };
      expect((await send('POST', '/commissions', { token: program.admin, body })).status).toBe(201);
      manual.push({ affiliateId, campaignId, amount: isBonus ? cents : -cents });
    };
    /** `early` are the cents of a refund that is sent before the order, which may exceed the order. */
    const recordTracked = async (reference: Program['references'][number], cents: bigint, early: bigint) => {
      const [orderId, model] = [unusedOrder(), new OrderModel(cents, reference.party)];
      const refunded = early < cents ? early : cents;
      if (early > 0n) {
        const body = { orderId, refundId: 'early', amount: decimalOf(early) };
        expect((await send('POST', '/refunds', { token: program.admin, body })).status).toBe(201);
        expect(model.refund(refunded)).toBe(201);
      }
      const { id, commissionId } = await recordOrder(program.admin, {
        ...reference.body,
        orderId,
        amount: decimalOf(cents),
      });
      const counting = early > 0n ? [{ refundId: 'early', cents: refunded }] : [];
      tracked.push({ id, commissionId, model, refunds: counting });
    };
    for (let round = 0; round < rounds; round += 1) {
      // Concurrent actions use different orders, so that the model can predict the outcome of each.
      const busy = new Set<TrackedOrder>();
      const work = Array.from({ length: concurrency }, () => {
        const reference = program.references[randomBelow(program.references.length)];
        const order = tracked[randomBelow(Math.min(tracked.length, drawnOrders))];
        const [kind, cents, share] = [
          randomBelow(23),
          BigInt(1 + randomBelow(20_000)),
          BigInt(1 + randomBelow(120)),
        ];
        if (reference === undefined) throw new Error('No reference was drawn');
        if (order === undefined || busy.has(order) || kind < 3)
          return () => recordTracked(reference, cents, kind === 0 ? (cents * share) / 100n : 0n);
        busy.add(order);
        const events = [
          () => actions.refundPart(order, share),
          () => actions.refundPart(order, share),
          () => actions.refundPart(order, share),
          () => actions.refundRest(order),
          () => actions.approve(order),
          () => actions.approve(order),
          () => actions.reject(order),
          () => actions.claim(order),
          () => actions.claim(order),
          () => actions.pay(order),
          () => actions.pay(order),
          () => actions.claimAndPay(order),
          () => actions.claimAndPay(order),
          () => actions.release(order),
          () => actions.restore(order),
          () => actions.restore(order),
          () => actions.reopen(order),
          () => giveOrTake(reference, cents),
          () => actions.reverse(order),
          () => actions.reverse(order),
        ];
        return events[kind - 3] ?? (() => actions.approve(order));
      });
      await Promise.all(work.map((run) => run()));
      if (round % 20 === 19) await expectTotalsMatchModel(program, tracked, manual);
    }
    const reached = new Set(tracked.map(({ model }) => model.status));
    expect([...reached]).toEqual(expect.arrayContaining([null, ...statuses]));
    expect(tracked.some(({ model }) => model.takenBack.length > 0)).toBe(true);
    expect(manual.length).toBeGreaterThan(5);
    await expectLedgerMatchesTotals(program);
  },
);

// Some hundred orders, refunds and decisions drawn at random, several at a time: all sums against a model of them, and the
// ledger against the sums.
import { expect, test } from 'vitest';
import { chanceOf } from '#infra/local/demo/random.ts';
import { isBalanced, movesOf } from '#lib/ledger/rules.ts';
import { type LedgerEntry, storedEntry } from '#lib/ledger/schema.ts';
import { getItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';
import { createCampaign, createDiscount, invite } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { readPage } from '#test/support/lists.ts';
import { decimalOf, expectedSums, ModelledOrder, type Party } from '#test/support/money-model.ts';
import { changeStored, claimForPayout, read, recordOrder, sendRefund, sumsOf } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const rounds = 80;
const atATime = 6;
const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

interface Known {
  readonly id: string;
  readonly commissionId: string | null;
  readonly model: ModelledOrder;
}

/** Creators with all kinds of rates, in campaigns or not, and the ways to name each. */
async function createProgram() {
  const { admin, brand } = await createBrand('scale');
  const campaigns = [
    await createCampaign(admin, { status: 'active', commission: { type: 'percentage', value: 12.25 } }),
    await createCampaign(admin, { status: 'active' }),
  ];
  const creators = [
    await invite(admin),
    await invite(admin, { commissionOverride: { type: 'percentage', value: 33.33 } }),
    await invite(admin, { commissionOverride: { type: 'fixed', value: 2.5 } }),
  ];
  const overrides = [null, { type: 'percentage', value: 3333n }, { type: 'fixed', value: 250n }] as const;
  const brandRate = { type: 'percentage', value: 1000n } as const;
  const ways: { body: object; party: Party | null }[] = [{ body: {}, party: null }];
  for (const [index, creator] of creators.entries()) {
    const rate = overrides[index] ?? brandRate;
    const of = { affiliateId: creator.id, rate };
    ways.push({
      body: { trackingCode: creator.trackingCode },
      party: { ...of, campaignId: null, discountId: null },
    });
    for (const [position, campaign] of campaigns.entries()) {
      const discount = await createDiscount(admin, creator.id, { campaignId: campaign.id });
      const ofCampaign = position === 0 ? ({ type: 'percentage', value: 1225n } as const) : brandRate;
      ways.push({
        body: { discountCode: discount.code },
        party: {
          ...of,
          rate: overrides[index] ?? ofCampaign,
          campaignId: campaign.id,
          discountId: discount.id,
        },
      });
    }
  }
  return { admin, brand, ways };
}

type Program = Awaited<ReturnType<typeof createProgram>>;

/** One thing that happens to an order, in the service and in the model: both must say the same to it. */
function happenings({ admin, brand }: Program, refundId: () => string) {
  const patch = async ({ commissionId, model }: Known, what: 'approve' | 'reject') => {
    if (commissionId === null) return;
    const body = what === 'reject' ? { reason: 'Drawn' } : undefined;
    const { status } = await send('PATCH', `/commissions/${commissionId}/${what}`, { token: admin, body });
    expect(status).toBe(model[what]());
  };
  const refundSome = async ({ id, model }: Known, cents: bigint) => {
    if (cents === 0n) return;
    const body = { refundId: refundId(), amount: decimalOf(cents) };
    const { status } = await sendRefund(admin, id, body);
    expect(status).toBe(model.refund(cents));
  };
  return {
    approve: (order: Known) => patch(order, 'approve'),
    reject: (order: Known) => patch(order, 'reject'),
    refundPart: (order: Known, share: bigint) => refundSome(order, (order.model.amount * share) / 100n),
    refundRest: (order: Known) => refundSome(order, order.model.left),
    claim: async ({ commissionId, model }: Known) => {
      if (commissionId === null || model.status !== 'approved' || model.isInPayout) return;
      await claimForPayout(brand.id, commissionId);
      model.isInPayout = true;
    },
    release: async ({ commissionId, model }: Known) => {
      if (commissionId === null || !model.isInPayout) return;
      await changeStored(brand.id, commissionId, { payoutId: null });
      model.isInPayout = false;
    },
    pay: async ({ commissionId, model }: Known) => {
      if (commissionId === null || !model.isInPayout) return;
      await changeStored(brand.id, commissionId, { status: 'paid' });
      model.isInPayout = false;
      model.status = 'paid';
    },
  };
}

async function expectAgreement({ admin, ways }: Program, orders: readonly Known[]): Promise<void> {
  const expected = expectedSums(orders.map(({ model }) => model));
  const ids = (select: (party: Party) => string | null) =>
    new Set(ways.flatMap(({ party }) => (party && select(party)) ?? []));
  for (const id of ids(({ affiliateId }) => affiliateId)) {
    expect(await sumsOf(admin, id)).toEqual(expected.creator(id));
    for (const status of statuses) {
      const { total } = await readPage(admin, '/commissions', { status, affiliateId: id, limit: 1 });
      expect([status, total]).toEqual([status, expected.commissions(status, id)]);
    }
  }
  for (const id of ids(({ campaignId }) => campaignId)) {
    expect(await read(admin, `/campaigns/${id}`)).toMatchObject(expected.campaign(id));
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

const added = (sums: Record<string, number>, moves: object): Record<string, number> => {
  for (const [name, by] of Object.entries(moves)) sums[name] = (sums[name] ?? 0) + by;
  return sums;
};

/** Every sum that is stored follows from the entries alone. */
async function expectLedgerExplains({ brand, ways }: Program): Promise<void> {
  const entries = await entriesOf(brand.id);
  expect(entries.filter((entry) => !isBalanced(entry))).toEqual([]);
  for (const [collection, name] of [
    ['affiliate', 'affiliateId'],
    ['campaign', 'campaignId'],
    ['discount', 'discountId'],
  ] as const) {
    for (const id of new Set(ways.flatMap(({ party }) => party?.[name] ?? []))) {
      const sums = entries
        .filter((entry) => entry[name] === id)
        .reduce((all, entry) => added(all, movesOf(entry)[collection]), {});
      expect(await getItem(keys.item(brand.id, collection, id))).toMatchObject(sums);
    }
  }
}

test.each([1, 2, 3].slice(0, sized(1, 3)))(
  'sums, counts and ledger agree with the model, to the cent: seed %i',
  async (seed) => {
    const program = await createProgram();
    const chance = chanceOf(seed);
    const draw = (below: number): number => chance.between(0, below - 1);
    let refunds = 0;
    const happen = happenings(program, () => {
      refunds += 1;
      return `r-${refunds}`;
    });
    const known: Known[] = [];
    const order = async (way: Program['ways'][number], cents: bigint) => {
      const { id, commissionId } = await recordOrder(program.admin, {
        ...way.body,
        amount: decimalOf(cents),
      });
      known.push({ id, commissionId, model: new ModelledOrder(cents, way.party) });
    };
    for (let round = 0; round < rounds; round += 1) {
      // What happens at once happens to different orders: what becomes of one is then for the model to say.
      const touched = new Set<Known>();
      const work = Array.from({ length: atATime }, () => {
        const way = program.ways[draw(program.ways.length)];
        const one = known[draw(known.length)];
        const [kind, cents, share] = [draw(14), BigInt(1 + draw(20_000)), BigInt(1 + draw(120))];
        if (way === undefined) throw new Error('There are ways');
        if (one === undefined || touched.has(one) || kind < 3) return () => order(way, cents);
        touched.add(one);
        const events = [
          () => happen.refundPart(one, share),
          () => happen.refundPart(one, share),
          () => happen.refundPart(one, share),
          () => happen.refundRest(one),
          () => happen.approve(one),
          () => happen.approve(one),
          () => happen.reject(one),
          () => happen.claim(one),
          () => happen.claim(one),
          () => happen.pay(one),
          () => happen.release(one),
        ];
        return events[kind - 3] ?? (() => happen.approve(one));
      });
      await Promise.all(work.map((start) => start()));
      if (round % 20 === 19) await expectAgreement(program, known);
    }
    const reached = new Set(known.map(({ model }) => model.status));
    expect([...reached]).toEqual(expect.arrayContaining([null, ...statuses]));
    expect(known.some(({ model }) => model.takenBack.length > 0)).toBe(true);
    await expectLedgerExplains(program);
  },
);

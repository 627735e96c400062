// Creates a seeded program of creators, codes, campaigns, orders and refunds, with the totals that the model expects.
import type { Random } from '#infra/local/demo/random.ts';
import { createCampaign, createDiscount, inviteActive } from './creations.ts';
import type { Json } from './json.ts';
import { expectedSums, type ManualModel, OrderModel } from './money-model.ts';
import { seededRandom } from './random.ts';
import { createBrand } from './service.ts';

const centsOfOne = 100;

/** The possible rates of a creator. With `isWhole`, amounts never need rounding. */
const kinds = [
  { override: { type: 'percentage', value: 10 }, rate: { type: 'percentage', value: 1000n }, isWhole: true },
  {
    override: { type: 'percentage', value: 7.25 },
    rate: { type: 'percentage', value: 725n },
    isWhole: false,
  },
  { override: { type: 'fixed', value: 2.5 }, rate: { type: 'fixed', value: 250n }, isWhole: false },
  {
    override: { type: 'percentage', value: 33.33 },
    rate: { type: 'percentage', value: 3333n },
    isWhole: false,
  },
  { override: { type: 'percentage', value: 5 }, rate: { type: 'percentage', value: 500n }, isWhole: true },
] as const;
type Kind = (typeof kinds)[number];

export type Creator = Kind & {
  readonly id: string;
  readonly trackingCode: string;
  readonly discountId: string;
};

export interface Order {
  readonly body: Readonly<Record<string, unknown>> & { readonly orderId: string; readonly amount: number };
  readonly creator: Creator | undefined;
  /** The refunds, in order. */
  readonly refunds: readonly number[];
  /** The refunds are sent by the order id, possibly before the order. */
  readonly isEarly: boolean;
  /** The last refund is reversed. */
  readonly isDisputed: boolean;
  /** The expected state after all refunds. */
  readonly model: OrderModel;
}

/** A bonus or a deduction. Its creator has no orders, so that the earnings of the others match their orders. */
export interface Manual {
  readonly body: object;
  readonly model: ManualModel;
}

export interface Program {
  readonly brandId: string;
  readonly token: string;
  readonly creators: readonly Creator[];
  readonly campaignId: string;
  readonly orders: readonly Order[];
  readonly manual: readonly Manual[];
}

/** Draws the refunds of an order, in cents. One order in ten is refunded in one part, in two parts or completely. */
function refundsOf(cents: number, unit: number, random: Random): readonly number[] {
  if (random.next() >= 0.1) return [];
  const part = random.between(1, cents / unit - 1) * unit;
  return random.pick([[part], [cents], [part, cents - part]]);
}

/** Draws a random order. One order in twenty has no attribution. */
function drawn(orderId: string, program: Pick<Program, 'creators' | 'campaignId'>, random: Random): Order {
  const creator = random.next() < 0.05 ? undefined : random.pick(program.creators);
  const isByCode = creator !== undefined && random.next() < 0.5;
  const unit = creator?.isWhole ? centsOfOne : 1;
  const cents = random.between(200 / unit, 50_000 / unit) * unit;
  const refunds = refundsOf(cents, unit, random);
  const party = creator && {
    affiliateId: creator.id,
    campaignId: isByCode ? program.campaignId : null,
    discountId: isByCode ? creator.discountId : null,
    rate: creator.rate,
  };
  const model = new OrderModel(BigInt(cents), party ?? null);
  for (const refund of refunds) model.refund(BigInt(refund));
  const [isEarly, isDisputed] = [random.next() < 0.5, random.next() < 0.3];
  const last = refunds.at(-1);
  if (isDisputed && last !== undefined) model.reverse(BigInt(last));
  const named = isByCode
    ? { discountCode: codeOf(program.creators.indexOf(creator)) }
    : { trackingCode: creator?.trackingCode };
  return {
    body: { orderId, amount: cents / centsOfOne, ...named },
    creator,
    refunds: refunds.map((refund) => refund / centsOfOne),
    isEarly,
    isDisputed,
    model,
  };
}

const codeOf = (creator: number): string => `CODE${creator}`;

/** Two of three are bonuses, so that their sum can be paid. */
function drawnManual(affiliateId: string, campaignId: string, random: Random): Manual {
  const isBonus = random.next() < 2 / 3;
  const amount = random.between(1, 10_000);
  const kind = isBonus ? 'bonus' : 'deduction';
  return {
    body: { affiliateId, campaignId, kind, amount: amount / centsOfOne, reason: 'Drawn' },
    model: { affiliateId, campaignId, amount: BigInt(isBonus ? amount : -amount) },
  };
}

export async function newProgram(
  seed: number,
  sizes: { creators: number; orders: number },
): Promise<Program> {
  const { admin: token, brand } = await createBrand('scale');
  const { id: campaignId } = await createCampaign(token, { status: 'active' });
  const creators: Creator[] = [];
  for (let index = 0; index < sizes.creators; index += 1) {
    const kind = kinds[index % kinds.length] ?? kinds[0];
    const { id, trackingCode } = await inviteActive(token, { commissionOverride: kind.override });
    const discount = await createDiscount(token, id, { code: codeOf(index), campaignId });
    creators.push({ ...kind, id, trackingCode, discountId: discount.id });
  }
  const random = seededRandom(seed, 'orders');
  const orders = Array.from({ length: sizes.orders }, (_, index) =>
    drawn(`order-${index}`, { creators, campaignId }, random),
  );
  const { id: favorite } = await inviteActive(token);
  const count = Math.ceil(sizes.orders / 8);
  const manual = Array.from({ length: count }, () => drawnManual(favorite, campaignId, random));
  return { brandId: brand.id, token, creators, campaignId, orders, manual };
}

/** The expected final totals. No commission is rejected. */
export const expectedOf = ({ orders, manual }: Program) =>
  expectedSums(
    orders.map(({ model }) => model),
    manual.map(({ model }) => model),
  );

const cents = (amount: number): bigint => BigInt(Math.round(amount * centsOfOne));

/**
 * Whether a creator's earnings match its orders at any moment, with a tolerance of half a cent per rounded order. Fixed earnings
 * depend on which orders were refunded in part, so here they only have bounds.
 */
export function matchesOrders(read: Json, { rate, isWhole }: Creator): boolean {
  const earned = cents(read.commissionEarned);
  if (rate.type === 'fixed') {
    return (
      earned >= 0n && earned <= rate.value * BigInt(read.totalOrders) && earned <= cents(read.totalRevenue)
    );
  }
  const difference = 10_000n * earned - rate.value * cents(read.totalRevenue);
  const most = isWhole ? 0n : 5000n * BigInt(read.totalOrders);
  return -most <= difference && difference <= most;
}

/** Whether a payout that has been ready equals the sum of its lines. */
export function equalsItsLines({ amount, commissionsCount, affiliatesCount, ...payout }: Json): boolean {
  const lines = payout.lines.filter(({ status }: Json) => status !== 'failed');
  const sumOf = (of: (line: Json) => bigint): bigint =>
    lines.reduce((sum: bigint, line: Json) => sum + of(line), 0n);
  return (
    sumOf((line) => cents(line.amount)) === cents(amount) &&
    sumOf((line) => BigInt(line.commissionsCount)) === BigInt(commissionsCount) &&
    lines.length === affiliatesCount
  );
}

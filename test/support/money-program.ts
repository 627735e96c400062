// A program for the proof of its money: creators, codes and campaigns, the orders and refunds that are drawn by seed, and
// what all of it must add up to, worked out from nothing but that.
import type { Chance } from '#infra/local/demo/random.ts';
import { chanceFor } from './chance.ts';
import { createCampaign, createDiscount, invite } from './creations.ts';
import type { Json } from './json.ts';
import { createBrand, send } from './service.ts';

/** What a creator earns of an order, in percent. Amounts are such that nothing needs to be rounded. */
const percentages = [5, 10, 20] as const;
const minorOfOne = 100;

export interface Creator {
  readonly id: string;
  readonly trackingCode: string;
  readonly discountId: string;
  readonly percentage: number;
}

export interface Order {
  readonly body: Readonly<Record<string, unknown>> & { readonly orderId: string; readonly amount: number };
  readonly creator: Creator | undefined;
  readonly isByCode: boolean;
  /** What of it is refunded, in its order; whole units. */
  readonly refunds: readonly number[];
}

export interface Program {
  readonly brandId: string;
  readonly token: string;
  readonly creators: readonly Creator[];
  readonly campaignId: string;
  readonly orders: readonly Order[];
}

/** Some part of an order, another part, or all of it; of one order in ten. */
function refundsOf(amount: number, chance: Chance): readonly number[] {
  if (chance.next() >= 0.1) return [];
  const part = chance.between(1, amount - 1);
  return chance.pick([[part], [amount], [part, amount - part]]);
}

export async function newProgram(
  seed: number,
  sizes: { creators: number; orders: number },
): Promise<Program> {
  const { admin: token, brand } = await createBrand('scale');
  const { id: campaignId } = await createCampaign(token, { status: 'active' });
  const creators: Creator[] = [];
  for (let index = 0; index < sizes.creators; index += 1) {
    const percentage = percentages[index % percentages.length] ?? percentages[0];
    const commissionOverride = { type: 'percentage', value: percentage };
    const { id, trackingCode } = await invite(token, { commissionOverride });
    const discount = await createDiscount(token, id, { code: `CODE${index}`, campaignId });
    creators.push({ id, trackingCode, discountId: discount.id, percentage });
  }
  const chance = chanceFor(seed, 'orders');
  const orders = Array.from({ length: sizes.orders }, (_, index): Order => {
    // One order in twenty is of nobody.
    const creator = chance.next() < 0.05 ? undefined : chance.pick(creators);
    const isByCode = creator !== undefined && chance.next() < 0.5;
    const amount = chance.between(2, 500);
    const named = isByCode
      ? { discountCode: `CODE${creators.indexOf(creator)}` }
      : { trackingCode: creator?.trackingCode };
    return {
      body: { orderId: `order-${index}`, amount, ...named },
      creator,
      isByCode,
      refunds: refundsOf(amount, chance),
    };
  });
  return { brandId: brand.id, token, creators, campaignId, orders };
}

interface Sums {
  readonly revenue: number;
  readonly orders: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What orders bring in: net of refunds, and without those that are refunded in full. */
const sumsOf = (orders: readonly Order[]): Sums => {
  const left = orders.map(({ body, refunds }) => body.amount - sum(refunds));
  return { revenue: sum(left), orders: left.filter((net) => net > 0).length };
};

/** What a creator must be answered as, once all is done. */
export function creatorSums({ orders }: Program, creator: Creator) {
  const own = sumsOf(orders.filter((order) => order.creator === creator));
  const commissionEarned = (own.revenue * minorOfOne * creator.percentage) / 100 / minorOfOne;
  return { totalRevenue: own.revenue, totalOrders: own.orders, commissionEarned };
}

/** What a creator's discount code must be answered as. */
export function codeSums({ orders }: Program, creator: Creator) {
  const own = orders.filter((order) => order.creator === creator && order.isByCode);
  return { usageCount: own.length, totalRevenue: sumsOf(own).revenue };
}

/** What the campaign of the codes must have brought in. */
export const campaignRevenue = ({ orders }: Program): number =>
  sumsOf(orders.filter(({ isByCode }) => isByCode)).revenue;

/** Whether a creator, as it is read at any moment, has earned just what its orders make. */
export function balances(read: Json, { percentage }: Creator): boolean {
  const minor = (amount: number) => Math.round(amount * minorOfOne);
  return minor(read.commissionEarned) * 100 === minor(read.totalRevenue) * percentage;
}

export const read = async (token: string, path: string): Promise<Json> =>
  (await send('GET', path, { token })).json;

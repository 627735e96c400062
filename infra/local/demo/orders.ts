// The orders of a demo brand's customers, and the commissions that creators have for them.
import type { Affiliate } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import type { Campaign } from '#lib/campaigns/schema.ts';
import type { Commission, CommissionStatus } from '#lib/commissions/schema.ts';
import { afterSeconds, dayOf, daysInSeconds } from '#lib/shared/dates.ts';
import { newId } from '#lib/shared/ids.ts';
import { type Creations, daysBefore } from './creations.ts';
import type { Chance } from './random.ts';

/** How many orders have come to which status, and how many days ago they were made. */
const outcomes = [
  { status: 'paid', count: 12, oldest: 54, latest: 26 },
  { status: 'approved', count: 9, oldest: 30, latest: 15 },
  { status: 'reversed', count: 6, oldest: 45, latest: 5 },
  { status: 'rejected', count: 5, oldest: 40, latest: 6 },
  { status: 'pending', count: 11, oldest: 13, latest: 0 },
] as const satisfies readonly { status: CommissionStatus; count: number; oldest: number; latest: number }[];

const reasons = {
  rejected: ['The creator ordered it', 'The voucher was not meant for this shop'],
  reversed: ['The customer sent it back', 'The payment was charged back'],
} as const;

/** Prices in minor units, of which 10, 12 and 20 percent are whole: nothing needs to be rounded. */
const prices = [1950, 2400, 3900, 4950, 6500, 8900, 12_450, 19_900] as const;

/** The time in which orders can be sent back, and after which they can be approved. */
const holdDays = 14;
const paidAfterDays = 6;
const firstOrder = 1041;
const orderStep = 7;

export interface OrderContext {
  readonly brand: Brand;
  readonly creations: Creations;
  readonly approver: string;
  readonly now: Date;
}

/** All commissions, oldest order first. */
export function commissionsOf(context: OrderContext, chance: Chance): readonly Commission[] {
  const { now } = context;
  return outcomes
    .flatMap(({ status, count, oldest, latest }) =>
      Array.from({ length: count }, () => {
        const daysAgo = latest + (oldest - latest) * chance.next();
        return { status, at: daysBefore(now, daysAgo) };
      }),
    )
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ status, at }, index) =>
      commissionOf(context, chance, status, at, `${firstOrder + orderStep * index}`),
    );
}

/** A creator that could earn then, and a campaign that it was in and that ran then; or none. */
function sellerOf({ creations: { affiliates, members } }: OrderContext, chance: Chance, at: Date) {
  const sellers = affiliates.filter(
    ({ status, createdAt }) =>
      (status === 'active' || status === 'paused') && Date.parse(createdAt) < daysBefore(at, 1).getTime(),
  );
  // Some sell much, most sell little.
  const affiliate = sellers[Math.floor(sellers.length * chance.next() ** 2)];
  if (affiliate === undefined) throw new Error('No creator is old enough to have sold something');
  const date = dayOf(at);
  const campaigns = members
    .filter((member) => member.affiliate === affiliate && member.at < at)
    .map(({ campaign }) => campaign)
    .filter(({ startDate, endDate }) => (startDate ?? date) <= date && date <= (endDate ?? date));
  return { affiliate, campaign: chance.pick(campaigns) };
}

function rateOf(affiliate: Affiliate, campaign: Campaign | undefined, brand: Brand): Commission['rate'] {
  if (affiliate.commissionOverride !== null) return { ...affiliate.commissionOverride, source: 'override' };
  if (campaign?.commission) return { ...campaign.commission, source: 'campaign' };
  return { ...brand.commission, source: 'brand' };
}

const basisPoints = 10_000;

function commissionOf(
  context: OrderContext,
  chance: Chance,
  status: CommissionStatus,
  at: Date,
  orderId: string,
): Commission {
  const { brand, approver } = context;
  const { affiliate, campaign } = sellerOf(context, chance, at);
  const rate = rateOf(affiliate, campaign, brand);
  const orderAmount = chance.pick(prices) * chance.between(1, 3);
  const eligibleAt = afterSeconds(at, holdDays * daysInSeconds);
  const wasApproved = status === 'approved' || status === 'paid';
  const paidAt = status === 'paid' ? afterSeconds(eligibleAt, paidAfterDays * daysInSeconds) : null;
  return {
    id: newId('commission', at),
    brandId: brand.id,
    affiliateId: affiliate.id,
    campaignId: campaign?.id ?? null,
    conversionId: newId('conversion', at),
    orderId,
    orderAmount,
    amount: rate.type === 'fixed' ? rate.value : Math.floor((orderAmount * rate.value) / basisPoints),
    currency: brand.currency,
    rate,
    status,
    createdAt: at.toISOString(),
    eligibleAt: eligibleAt.toISOString(),
    approvedAt: wasApproved ? eligibleAt.toISOString() : null,
    approvedBy: wasApproved ? approver : null,
    paidAt: paidAt?.toISOString() ?? null,
    payoutId: paidAt === null ? null : newId('payout', paidAt),
    reason: status === 'rejected' || status === 'reversed' ? chance.pick(reasons[status]) : null,
  };
}

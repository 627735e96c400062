import type { Brand } from '#lib/access/brands/schema.ts';
import { type Click, newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { earns } from '#lib/program/affiliates/rules/status.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { isRunning } from '#lib/program/campaigns/rules/running.ts';
import type { Campaign } from '#lib/program/campaigns/schema.ts';
import { type Creations, daysBefore } from './creations.ts';
import type { Random } from './random.ts';

export type OrderEvent = { readonly at: Date } & (
  | { readonly kind: 'approvedAutomatically' | 'approvedManually' }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** In minor units; null refunds the full remaining amount. */
  | { readonly kind: 'refunded'; readonly amount: number | null }
);

export interface DemoOrder {
  readonly at: Date;
  readonly input: ConversionInput;
  readonly click: Click | undefined;
  readonly events: readonly OrderEvent[];
}

/** The orders of an outcome are between `latest` and `oldest` days old. */
const outcomes = [
  { outcome: 'approvedAutomatically', count: 6, oldest: 54, latest: 32 },
  { outcome: 'approvedManually', count: 5, oldest: 30, latest: 15 },
  { outcome: 'refunded', count: 5, oldest: 45, latest: 5 },
  { outcome: 'partiallyRefunded', count: 3, oldest: 28, latest: 3 },
  { outcome: 'rejected', count: 5, oldest: 40, latest: 6 },
  { outcome: 'pending', count: 8, oldest: 13, latest: 0 },
  { outcome: 'selfReferral', count: 1, oldest: 12, latest: 2 },
  { outcome: 'unattributed', count: 4, oldest: 14, latest: 1 },
] as const;
export type Outcome = (typeof outcomes)[number]['outcome'];

const rejectionReasons = [
  'The creator placed the order',
  'The discount code is not valid for this shop',
] as const;

/** Prices in minor units. 10, 12 and 20 percent of each price are whole numbers, so that commissions need no rounding. */
const prices = [1950, 2400, 3900, 4950, 6500, 8900, 12_450, 19_900] as const;
const maxQuantity = 3;
/** The number of minor units in a major unit, such as cents in a euro. All demo brands use currencies with two decimals. */
export const minorPerMajor = 100;

const firstOrder = 1041;
const orderStep = 7;
export const daysToManualApproval = 14;
const secondsFromClickToOrder = [120, 5400] as const;
const campaignShare = 0.6;
const unknownCode = 'WELCOME5';
const orderIntervalInDollars = 9;
const dollarsInEuros = '0.92';
const expiredClickDays = 33;

interface Context {
  readonly brand: Brand;
  readonly creations: Creations;
}

export interface PlannedOrder {
  readonly outcome: Outcome;
  readonly nth: number;
  readonly at: Date;
  /** Defaults to a customer who orders only once. */
  readonly customer?: string;
}

export const planOrders = (now: Date, random: Random): readonly PlannedOrder[] =>
  outcomes.flatMap(({ outcome, count, oldest, latest }) =>
    Array.from({ length: count }, (_, nth) => ({
      outcome,
      nth,
      at: daysBefore(now, latest + (oldest - latest) * random.next()),
    })),
  );

export function createOrders(
  context: Context,
  random: Random,
  planned: readonly PlannedOrder[],
): readonly DemoOrder[] {
  return planned
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ outcome, nth, at, customer }, index) => {
      const orderId = `${firstOrder + orderStep * index}`;
      const price = random.pick(prices);
      const quantity = random.between(outcome === 'partiallyRefunded' ? 2 : 1, maxQuantity);
      const attribution =
        outcome === 'unattributed'
          ? withoutAttribution(context, nth, at)
          : attributeToCreator(context, random, at, orderId);
      return {
        at,
        click: attribution.click,
        input: {
          orderId,
          amount: (price * quantity) / minorPerMajor,
          items: [{ sku: `SKU-${price}`, quantity, price: price / minorPerMajor }],
          customerEmail:
            outcome === 'selfReferral'
              ? attribution.creator?.email
              : `${customer ?? `customer-${orderId}`}@customers.test`,
          ...(customer !== undefined && { customerId: customer }),
          ...attribution.references,
          ...currencyOf(context.brand, index),
        },
        events: createEvents(outcome, context.brand, random, at, price),
      };
    });
}

/** The brand in euros also sells in dollars. */
const currencyOf = ({ currency }: Brand, index: number) =>
  currency === 'EUR' && index % orderIntervalInDollars === 0
    ? { currency: 'USD', exchangeRate: dollarsInEuros }
    : {};

interface Attribution {
  readonly references: Pick<ConversionInput, 'discountCode' | 'clickId' | 'trackingCode'>;
  readonly click: Click | undefined;
  readonly creator: Affiliate | undefined;
}

function attributeToCreator(context: Context, random: Random, at: Date, orderId: string): Attribution {
  const { creations, brand } = context;
  const earningCreators = creations.affiliates.filter(
    ({ status, createdAt }) => earns(status) && Date.parse(createdAt) < daysBefore(at, 1).getTime(),
  );
  // Square the random number to favor the first creators, so that a few creators sell most.
  const creator = earningCreators[Math.floor(earningCreators.length * random.next() ** 2)];
  if (creator === undefined) throw new Error('No creator exists early enough for the order');
  const discount = creations.discounts.find(({ affiliateId }) => affiliateId === creator.id);
  const campaign = random.next() < campaignShare ? pickCampaign(context, creator, random, at) : undefined;
  if (campaign === undefined && discount !== undefined) {
    const { code: discountCode } = discount;
    return { references: { discountCode, trackingCode: creator.trackingCode }, click: undefined, creator };
  }
  const clickedAt = addSeconds(at, -random.between(...secondsFromClickToOrder));
  const click = campaign && createClick(brand, creator, campaign, orderId, clickedAt);
  const references = click === undefined ? { trackingCode: creator.trackingCode } : { clickId: click.id };
  return { references, click, creator };
}

function pickCampaign({ brand, creations }: Context, creator: Affiliate, random: Random, at: Date) {
  const campaigns = creations.members
    .filter((member) => member.affiliate === creator && member.at < at)
    .map(({ campaign }) => campaign)
    .filter((campaign) => isRunning(campaign, brand.timezone, at));
  return random.pick(campaigns);
}

const createClick = (
  brand: Brand,
  { id: affiliateId, trackingCode }: Affiliate,
  campaign: Campaign | undefined,
  orderId: string,
  at: Date,
): Click =>
  newClick(
    {
      brandId: brand.id,
      affiliateId,
      trackingCode,
      campaignId: campaign?.id ?? null,
      filtered: null,
      device: 'mobile',
      country: 'DE',
      referrerHost: 'www.instagram.com',
    },
    visitorById(brand.id, trackingCode, `customer-of-${orderId}`),
    at,
  );

function withoutAttribution(
  { brand, creations: { affiliates } }: Context,
  nth: number,
  at: Date,
): Attribution {
  const unattributed = { references: {}, click: undefined, creator: undefined };
  const paused = affiliates.find(({ status }) => status === 'paused');
  const [first] = affiliates;
  const click =
    first && createClick(brand, first, undefined, `long-ago-${nth}`, daysBefore(at, expiredClickDays));
  const causes: readonly Attribution[] = [
    unattributed,
    { ...unattributed, references: { discountCode: unknownCode } },
    { ...unattributed, references: { trackingCode: paused?.trackingCode } },
    { ...unattributed, references: { clickId: click?.id }, click },
  ];
  return causes[nth % causes.length] ?? unattributed;
}

function createEvents(
  outcome: Outcome,
  { holdDays }: Brand,
  random: Random,
  at: Date,
  price: number,
): readonly OrderEvent[] {
  const after = (days: number): Date => addSeconds(at, days * secondsPerDay);
  switch (outcome) {
    case 'approvedAutomatically':
      return [{ kind: outcome, at: after(holdDays + random.next()) }];
    case 'approvedManually':
      return [{ kind: outcome, at: after(daysToManualApproval + random.next()) }];
    case 'refunded':
      return [{ kind: outcome, at: after(2 + 2 * random.next()), amount: null }];
    case 'partiallyRefunded':
      return [{ kind: 'refunded', at: after(1 + random.next()), amount: price }];
    case 'rejected':
      return [{ kind: outcome, at: after(2 + 3 * random.next()), reason: random.pick(rejectionReasons) }];
    default:
      return [];
  }
}

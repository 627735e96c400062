// Evaluates the fraud rules of a brand when an order is recorded.
import type { OrderRule } from '#lib/access/brands/rules/fraud-rules.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { placeOnHold, reject } from '#lib/money/commissions/rules/status.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { FraudFinding, FraudHit } from '#lib/money/fraud/schema/finding.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { noEvidence } from './evidence.ts';
import { findingIdOf } from './finding-id.ts';
import { isHeldBy } from './holds.ts';
import { fraudReason } from './reason.ts';

type Order = Omit<Conversion, 'commissionId'>;

interface Facts {
  readonly brand: Brand;
  /** The creator who earns with the order. */
  readonly creator: Affiliate;
  readonly hasOwnMailbox: boolean;
  /** The reference of the click that won, if it came from paid search. */
  readonly paidClick: string | undefined;
}

type Suspect = Omit<Facts, 'creator'> & { readonly creator: Affiliate | undefined };

type Evidence = Omit<FraudHit, 'rule' | 'action'>;

function ownOrder({ customerId }: Order, { creator, hasOwnMailbox }: Facts): Evidence | undefined {
  if (hasOwnMailbox) return { match: 'mailbox', ...noEvidence };
  return customerId !== null && customerId === creator.externalId
    ? { match: 'externalId', ...noEvidence }
    : undefined;
}

/** A click that could not have won by itself is no sign of fraud. */
function beatenClick({ receipt: { winner, candidates } }: Order, { creator }: Facts): Evidence | undefined {
  if (winner !== 'discountCode') return undefined;
  const click = candidates.find(
    ({ source, reason, affiliateId }) =>
      source === 'click' && reason === 'outranked' && affiliateId !== creator.id,
  );
  return (
    click && { ...noEvidence, match: 'click', clickId: click.reference, otherAffiliateId: click.affiliateId }
  );
}

const paidSearch = (_: Order, { paidClick }: Facts): Evidence | undefined =>
  paidClick === undefined ? undefined : { ...noEvidence, match: 'paidSearch', clickId: paidClick };

const evidenceOf = {
  selfReferral: ownOrder,
  beatenClick,
  paidSearch,
} as const satisfies Record<OrderRule, (order: Order, facts: Facts) => Evidence | undefined>;

const hitsOf = (order: Order, facts: Facts): readonly FraudHit[] =>
  Object.entries(evidenceOf).flatMap(([name, find]) => {
    const rule = name as OrderRule;
    const action = facts.brand.fraudRules?.[rule]?.action;
    const evidence = action && find(order, facts);
    return action && evidence ? [{ rule, action, ...evidence }] : [];
  });

/** A commission that waits for another review keeps that reason. */
function affected(
  commission: Commission,
  hits: readonly FraudHit[],
  creatorIsHeld: boolean,
  now: Date,
): Commission {
  const actions = hits.map(({ action }) => action);
  const isHeld = (creatorIsHeld || actions.some((action) => action !== 'notify')) && commission.hold === null;
  const held = isHeld ? placeOnHold(commission, 'fraudRule', now) : commission;
  return actions.includes('reject') ? reject(held, fraudReason) : held;
}

interface Evaluation {
  readonly commission: Commission | undefined;
  readonly finding?: FraudFinding;
}

/** The finding contains all rules that the order matches, so that one decision is about the commission. */
export function evaluateFraud(
  order: Order,
  commission: Commission | undefined,
  { creator, ...others }: Suspect,
  now: Date,
): Evaluation {
  if (creator === undefined || order.isTest || order.settledElsewhere) return { commission };
  const hits = hitsOf(order, { creator, ...others });
  const after = commission && affected(commission, hits, isHeldBy(creator, order.discountId), now);
  if (hits.length === 0) return { commission: after };
  const finding: FraudFinding = {
    id: findingIdOf(order.id),
    brandId: order.brandId,
    affiliateId: creator.id,
    orderId: order.orderId,
    conversionId: order.id,
    commissionId: commission?.id ?? null,
    hits: [...hits],
    status: 'open',
    note: null,
    decidedBy: null,
    decidedAt: null,
    createdAt: now.toISOString(),
    revision: 0,
  };
  return { commission: after, finding };
}

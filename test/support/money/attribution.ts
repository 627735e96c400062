// Models who earns with an order, by plain searches over everything that the test has set.
import { type Bindings, creatorAt } from './bindings.ts';
import type { ModelRate, ModelTerms } from './rates.ts';

/** The terms of each time, oldest first. */
type Versions = readonly { readonly from: string; readonly terms: ModelTerms }[];

export interface ModelCreator {
  readonly id: string;
  readonly trackingCode: string;
  /** Null for a creator who earns the rate of the campaign or of the brand. */
  readonly override: ModelRate | null;
  readonly terms: Versions;
  /** The terms of the group to which the creator belonged at the time. */
  readonly groupTerms: Versions;
  /** The earnings match the orders at each moment, so no commission of the creator may be rejected. */
  readonly isStrict: boolean;
}

/** A discount code as long as it has one owner. */
export interface OwnedCode {
  readonly code: string;
  readonly creator: ModelCreator;
  readonly campaignId: string | null;
  readonly discountId: string;
  readonly from: string;
  /** Null while the code exists. */
  to: string | null;
}

/** Everything that decides about attributions. */
export interface Facts {
  readonly creators: readonly ModelCreator[];
  readonly codes: OwnedCode[];
  readonly bindings: Bindings;
  /** A later order of a customer can earn without a reference for so many months. */
  readonly boundMonths: number;
}

export interface References {
  readonly discountCode?: string | undefined;
  readonly trackingCode?: string | undefined;
  readonly customerId?: string | undefined;
}

/** The creator who earns with an order, with the campaign and the code. */
export interface Party {
  readonly creator: ModelCreator;
  readonly campaignId: string | null;
  readonly discountId: string | null;
}

export interface Verdict {
  readonly party: Party | null;
  readonly attribution: 'attributed' | 'removed' | 'noReference' | 'unknownReference' | 'durationOver';
}

interface Candidate {
  readonly source: 'code' | 'trackingCode' | 'customer';
  readonly party: Party | null;
  readonly obstacle: 'unknownReference' | 'durationOver' | null;
}

interface Judged {
  readonly orderId: string;
  readonly at: string;
  readonly references: References;
}

function monthsAfter(instant: string, months: number): string {
  const end = new Date(instant);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  // The month is too short, so take its last day.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.toISOString();
}

function byCode({ codes }: Facts, { at, references: { discountCode } }: Judged): readonly Candidate[] {
  if (discountCode === undefined) return [];
  const owned = codes.find(
    ({ code, from, to }) => code === discountCode && from <= at && (to === null || at < to),
  );
  if (owned === undefined) return [{ source: 'code', party: null, obstacle: 'unknownReference' }];
  const { creator, campaignId, discountId, to } = owned;
  const party = { creator, campaignId, discountId: to === null ? discountId : null };
  return [{ source: 'code', party, obstacle: null }];
}

function byTrackingCode({ creators }: Facts, { references: { trackingCode } }: Judged): readonly Candidate[] {
  const creator = creators.find((one) => one.trackingCode === trackingCode);
  if (creator === undefined) return [];
  const party = { creator, campaignId: null, discountId: null };
  return [{ source: 'trackingCode', party, obstacle: null }];
}

/** The clock of a shop may differ by this much. */
const clockSkew = 5 * 60_000;

/** An order does not follow from the binding that it has created, nor one from before it. */
function byCustomer(
  { bindings, boundMonths }: Facts,
  { orderId, at, references }: Judged,
): readonly Candidate[] {
  const bound = bindings.get(references.customerId ?? '');
  if (bound === undefined || bound.boundBy === orderId) return [];
  const { campaignId, boundAt } = bound;
  const creator = creatorAt(bound, at);
  if (creator === null || Date.parse(at) < Date.parse(boundAt) - clockSkew) return [];
  const obstacle = at >= monthsAfter(boundAt, boundMonths) ? 'durationOver' : null;
  return [{ source: 'customer', party: { creator, campaignId, discountId: null }, obstacle }];
}

function candidatesOf(facts: Facts, order: Judged): readonly Candidate[] {
  const named = [...byCode(facts, order), ...byTrackingCode(facts, order)];
  const isDecided = named.some(({ obstacle }) => obstacle === null);
  return isDecided ? named : [...named, ...byCustomer(facts, order)];
}

/** `before` is the party until now. An order keeps a discount code that was deleted since. */
export function judged(facts: Facts, order: Judged, before: Party | null): Verdict {
  const candidates = candidatesOf(facts, order);
  const winner = candidates.find(({ obstacle }) => obstacle === null);
  if (winner === undefined || winner.party === null)
    return { party: null, attribution: candidates[0]?.obstacle ?? 'noReference' };
  const { party, source } = winner;
  const isSame = before?.creator === party.creator && before.campaignId === party.campaignId;
  const keepsCode = source === 'code' && isSame && party.discountId === null;
  return {
    party: keepsCode ? { ...party, discountId: before.discountId } : party,
    attribution: 'attributed',
  };
}

/** A person decides for a creator, or for nobody. The campaign and the code count if a reference of the creator has them. */
export function decided(facts: Facts, order: Judged, creator: ModelCreator | null): Verdict {
  if (creator === null) return { party: null, attribution: 'removed' };
  const own = candidatesOf(facts, order).find(({ party }) => party?.creator === creator);
  const party = own?.party ?? { creator, campaignId: null, discountId: null };
  return { party, attribution: 'attributed' };
}

// Models one order: its facts, and everything that follows from them.
import {
  decided,
  type Facts,
  judged,
  type ModelCreator,
  type References,
  type Verdict,
} from './attribution.ts';
import { earnedByRate, earnedByTerms, type ModelItem, type ModelRate } from './rates.ts';

/** The rates of creators without an override. */
export interface CommonRates {
  readonly brand: ModelRate;
  readonly campaign: ModelRate;
}

interface Refund {
  readonly refundId: string;
  readonly cents: bigint;
  isReversed: boolean;
}

interface Draft {
  readonly orderId: string;
  readonly isSignup?: boolean;
  readonly amount: bigint;
  readonly items?: readonly ModelItem[];
  /** Undefined for an order of the present. */
  readonly at?: string | undefined;
  readonly references: References;
}

export class ModelOrder {
  readonly orderId: string;
  readonly isSignup: boolean;
  /** The id of the conversion, once it is recorded. */
  id = '';
  amount: bigint;
  items: readonly ModelItem[];
  at: string | undefined;
  references: References;
  readonly refunds: Refund[] = [];
  verdict: Verdict = { party: null, attribution: 'noReference' };
  /** The names of the actions, which explain a difference. */
  readonly steps: string[] = [];
  isCanceled = false;
  isRejected = false;
  /** The place at which totals and figures count the order. */
  private place = '';
  /** Undefined until a person decides who earns. */
  private decision: ModelCreator | null | undefined;
  private readonly facts: Facts;
  private readonly rates: CommonRates;

  constructor(draft: Draft, facts: Facts, rates: CommonRates) {
    this.orderId = draft.orderId;
    this.isSignup = draft.isSignup ?? false;
    this.amount = draft.amount;
    this.items = draft.items ?? [];
    this.at = draft.at;
    this.references = draft.references;
    this.facts = facts;
    this.rates = rates;
  }

  /** The refunds that count. */
  get counting(): readonly Refund[] {
    return this.refunds.filter(({ isReversed }) => !isReversed);
  }

  get refunded(): bigint {
    return this.counting.reduce((sum, { cents }) => sum + cents, 0n);
  }

  get left(): bigint {
    return this.amount - this.refunded;
  }

  /** Signups are no orders. A free order has nothing to refund, so it counts. */
  get counts(): boolean {
    return !this.isSignup && !this.isCanceled && (this.amount === 0n || this.left > 0n);
  }

  get uses(): boolean {
    return !this.isSignup && !this.isCanceled;
  }

  get day(): string {
    return this.at?.slice(0, 10) ?? '';
  }

  get earned(): bigint {
    return this.isSignup || this.isRejected || this.left === 0n ? 0n : this.earnedOf(this.left);
  }

  /** The commission of an amount that is left. */
  private earnedOf(left: bigint): bigint {
    const { party } = this.verdict;
    if (party === null) return 0n;
    const { override, terms } = party.creator;
    const version = terms.findLast(({ from }) => from <= (this.at ?? ''));
    if (version !== undefined) return earnedByTerms(version.terms, this.items, this.amount, left);
    const common = party.campaignId === null ? this.rates.brand : this.rates.campaign;
    return earnedByRate(override ?? common, this.amount, left);
  }

  /** Terms can exclude the whole order. */
  private get hasCommission(): boolean {
    return this.amount > 0n && this.earnedOf(this.amount) > 0n;
  }

  /** Judges the order after its references or its time have changed. The decision of a person stays. */
  judge(): void {
    const order = { orderId: this.orderId, at: this.at ?? '', references: this.references };
    const before = this.verdict.party;
    this.verdict =
      this.decision === undefined
        ? judged(this.facts, order, before)
        : decided(this.facts, order, this.decision);
    const { party, attribution } = this.verdict;
    const place = [party?.creator.id, party?.campaignId, party?.discountId, attribution, this.day].join();
    const isMoved = place !== this.place;
    this.place = place;
    // A rejection stays with the creator. A move gives an order without a commission, such as a free one, no rejected one.
    if (party?.creator !== before?.creator || (isMoved && !this.hasCommission)) this.isRejected = false;
  }

  decide(creator: ModelCreator | null): void {
    this.decision = creator;
    this.judge();
  }

  /** Binds the customer of an order or signup that has a creator. */
  bind(): void {
    const { customerId } = this.references;
    const { party } = this.verdict;
    if (customerId === undefined || party === null || this.facts.bindings.has(customerId)) return;
    const { creator, campaignId } = party;
    const bound = { creator, campaignId, boundAt: this.at ?? '', boundBy: this.orderId };
    this.facts.bindings.set(customerId, bound);
  }

  cancel(): void {
    this.isCanceled = true;
    this.amount = this.refunded;
  }
}

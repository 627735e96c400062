// Models one order: its facts, and everything that follows from them.
import { decimalOf } from '#test/support/money-model.ts';
import {
  decided,
  type Facts,
  judged,
  type ModelCreator,
  type References,
  type Verdict,
} from './attribution.ts';
import { bindCustomer, customerKindOf, followOrder } from './bindings.ts';
import {
  type CustomerKind,
  earnedByRate,
  earnedByTerms,
  type ModelItem,
  type ModelRate,
  type ModelTerms,
} from './rates.ts';

/** The rates of creators without an override. */
export interface CommonRates {
  readonly brand: ModelRate;
  readonly campaign: ModelRate;
}

export interface Refund {
  readonly refundId: string;
  readonly cents: bigint;
  /** In the currency of the order, if it is another one. */
  readonly own?: bigint;
  isReversed: boolean;
}

type Kind = 'sale' | 'lead' | 'signup';
type Mark = 'settledElsewhere' | 'isTest';

export interface Draft {
  readonly orderId: string;
  readonly kind?: Kind;
  readonly mark?: Mark | undefined;
  readonly isNewCustomer?: boolean | undefined;
  readonly amount: bigint;
  readonly items?: readonly ModelItem[];
  /** Undefined for an order of the present. */
  readonly at?: string | undefined;
  readonly references: References;
}

export class ModelOrder {
  readonly orderId: string;
  readonly kind: Kind;
  readonly mark: Mark | undefined;
  readonly isNewCustomer: boolean | undefined;
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
  private customer: CustomerKind = 'new';
  private basis = '';
  /** Undefined until a person decides who earns. */
  private decision: ModelCreator | null | undefined;
  private readonly facts: Facts;
  private readonly rates: CommonRates;

  constructor(draft: Draft, facts: Facts, rates: CommonRates) {
    this.orderId = draft.orderId;
    this.kind = draft.kind ?? 'sale';
    this.mark = draft.mark;
    this.isNewCustomer = draft.isNewCustomer;
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

  /** Leads, signups and tests are no orders. */
  get isOrder(): boolean {
    return this.kind === 'sale' && this.mark !== 'isTest';
  }

  /** A free order has nothing to refund, so it counts. */
  get counts(): boolean {
    return this.isOrder && !this.isCanceled && (this.amount === 0n || this.left > 0n);
  }

  get uses(): boolean {
    return this.isOrder && !this.isCanceled;
  }

  /** The money of the request. */
  get money(): object {
    return this.kind === 'sale' ? { amount: decimalOf(this.amount) } : { kind: this.kind };
  }

  /** A refund that can arrive before the order. */
  earlyRefund(refundId: string, cents: bigint): Refund {
    return { refundId, cents, isReversed: false };
  }

  /** The amount and the refunds in the currency of the order, and its rate, if it is another currency than the brand's. */
  get original(): readonly [amount: number, refunded: number, rate: string] | null {
    return null;
  }

  get day(): string {
    return this.at?.slice(0, 10) ?? '';
  }

  get earned(): bigint {
    if (this.isRejected || this.mark === 'isTest') return 0n;
    if (this.kind !== 'sale') return this.isCanceled ? 0n : this.earnedByLead;
    return this.left === 0n ? 0n : this.earnedOf(this.left);
  }

  /** The terms of the creator and of the creator's group at the time of the order. */
  private get ownTerms(): readonly (ModelTerms | undefined)[] {
    const { terms = [], groupTerms = [] } = this.verdict.party?.creator ?? {};
    return [terms, groupTerms].map(
      (versions) => versions.findLast(({ from }) => from <= (this.at ?? ''))?.terms,
    );
  }

  /** The nearest terms that name the kind apply. */
  private get earnedByLead(): bigint {
    if (this.kind === 'sale') return 0n;
    const { kind } = this;
    return this.ownTerms.map((terms) => terms?.leads?.[kind]).find((cents) => cents !== undefined) ?? 0n;
  }

  /** The terms that apply to a sale. */
  get terms(): ModelTerms | undefined {
    const [own, ofGroup] = this.ownTerms;
    return own ?? (this.verdict.party?.creator.override === null ? ofGroup : undefined);
  }

  /** The commission of a sale by terms, for an amount that is left. */
  earnedBy(terms: ModelTerms, left: bigint): bigint {
    const { items, customer, amount } = this;
    return earnedByTerms(terms, { items, customer, amount, left });
  }

  private earnedOf(left: bigint): bigint {
    const { party } = this.verdict;
    if (party === null) return 0n;
    if (this.terms !== undefined) return this.earnedBy(this.terms, left);
    const common = party.campaignId === null ? this.rates.brand : this.rates.campaign;
    return earnedByRate(party.creator.override ?? common, this.amount, left);
  }

  /** Terms can exclude the whole order. */
  private get hasCommission(): boolean {
    if (this.kind !== 'sale') return this.earnedByLead > 0n;
    return this.amount > 0n && this.earnedOf(this.amount) > 0n;
  }

  private get ofCustomer() {
    const { orderId, isCanceled, kind, at = '' } = this;
    const { customerId } = this.references;
    return { orderId, isCanceled, at, customerId, isSale: kind === 'sale', party: this.verdict.party };
  }

  /** A change applies the terms again, which depend on the customer of that moment. A change without an effect does not. */
  touch(customer = customerKindOf(this.facts.bindings, this.ofCustomer, this.isNewCustomer)): void {
    const items = this.items.map(({ category, quantity, price }) => `${category} ${quantity} ${price}`);
    const named = Object.values(this.references).join();
    const basis = [this.amount, items, this.at, named, this.place].join('|');
    if (basis !== this.basis) this.customer = customer;
    this.basis = basis;
  }

  /** Judges the order after its references or its time have changed. The decision of a person stays. */
  judge(): void {
    const order = { orderId: this.orderId, at: this.at ?? '', references: this.references };
    const before = this.verdict.party;
    const customer = customerKindOf(this.facts.bindings, this.ofCustomer, this.isNewCustomer);
    this.verdict =
      this.decision === undefined
        ? judged(this.facts, order, before)
        : decided(this.facts, order, this.decision);
    const { party, attribution } = this.verdict;
    const place = [party?.creator.id, party?.campaignId, party?.discountId, attribution, this.day].join();
    const isMoved = place !== this.place;
    this.place = place;
    this.touch(customer);
    // A rejection stays with the creator. A move gives an order without a commission, such as a free one, no rejected one.
    if (party?.creator !== before?.creator || (isMoved && !this.hasCommission)) this.isRejected = false;
    followOrder(this.facts.bindings, this.ofCustomer);
    if (party?.creator !== before?.creator) this.bind();
  }

  decide(creator: ModelCreator | null): void {
    this.decision = creator;
    this.judge();
  }

  /** A test binds nobody. */
  bind(): void {
    if (this.mark !== 'isTest') bindCustomer(this.facts.bindings, this.ofCustomer);
  }

  cancel(): void {
    this.isCanceled = true;
    this.amount = this.refunded;
    followOrder(this.facts.bindings, this.ofCustomer);
  }
}

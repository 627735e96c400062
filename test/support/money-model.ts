// Models orders, refunds and commissions in arbitrary precision, independently of the service.

export interface ModelledAttribution {
  readonly affiliateId: string;
  readonly campaignId: string | null;
  readonly discountId: string | null;
  /** `value` is in hundredths of a percent for a percentage, and in cents for a fixed amount. */
  readonly rate: { readonly type: 'percentage' | 'fixed'; readonly value: bigint };
}

type Status = 'pending' | 'approved' | 'paid' | 'rejected' | 'reversed';

/** An order of the model. Amounts are in cents. */
export class OrderModel {
  readonly party: ModelledAttribution | null;
  readonly amount: bigint;
  refunded = 0n;
  status: Status | null;
  /** The status before the order was refunded as a whole. */
  private earlier: Status | null = null;
  commission: bigint;
  isInPayout = false;
  isApproved = false;
  /** The clawbacks, which are separate commissions. */
  readonly takenBack: bigint[] = [];

  constructor(amount: bigint, party: ModelledAttribution | null) {
    this.amount = amount;
    this.party = party;
    this.status = party === null ? null : 'pending';
    this.commission = this.earnedOf(amount);
  }

  get left(): bigint {
    return this.amount - this.refunded;
  }

  private earnedOf(net: bigint): bigint {
    if (this.party === null || net === 0n) return 0n;
    const { type, value } = this.party.rate;
    if (type === 'percentage') return roundedHalfEven(net * value, 10_000n);
    return roundedHalfEven((value < this.amount ? value : this.amount) * net, this.amount);
  }

  /** The expected status of a refund of this many cents. */
  refund(cents: bigint): 201 | 409 {
    if (cents > this.left) return 409;
    this.change(cents);
    return 201;
  }

  /** Takes a refund of this many cents back. */
  reverse(cents: bigint): void {
    this.change(-cents);
    if (this.status !== 'reversed' || this.left === 0n) return;
    this.status = this.earlier;
    this.commission = this.earnedOf(this.left);
  }

  private change(cents: bigint): void {
    const before = this.left;
    this.refunded += cents;
    const isFixedNow = this.status === 'paid' || this.isInPayout || this.takenBack.length > 0;
    if (this.status === 'pending' || this.status === 'approved' || this.status === 'paid') {
      if (isFixedNow) {
        const back = this.earnedOf(before) - this.earnedOf(this.left);
        if (back !== 0n) this.takenBack.push(back);
      } else if (this.left === 0n) {
        this.earlier = this.status;
        this.status = 'reversed';
      } else this.commission = this.earnedOf(this.left);
    }
  }

  approve(): 200 | 409 {
    if (this.status === 'pending') {
      this.status = 'approved';
      this.isApproved = true;
    }
    return this.status === 'approved' ? 200 : 409;
  }

  reject(): 200 | 409 {
    if (this.status === 'rejected') return 200;
    if (this.isInPayout || this.takenBack.length > 0) return 409;
    if (this.status !== 'pending' && this.status !== 'approved') return 409;
    this.status = 'rejected';
    return 200;
  }

  /** A rejected commission comes back with what the rate earns of the order now, unless this is nothing. */
  restore(): 200 | 409 {
    if (this.status === 'rejected') {
      const earned = this.earnedOf(this.left);
      if (earned === 0n) return 409;
      this.status = this.isApproved ? 'approved' : 'pending';
      this.commission = earned;
    }
    return this.status === 'pending' || this.status === 'approved' ? 200 : 409;
  }

  reopen(): 200 | 409 {
    if (this.status === 'pending') return 200;
    if (this.status !== 'approved' || this.isInPayout || this.takenBack.length > 0) return 409;
    this.status = 'pending';
    this.isApproved = false;
    return 200;
  }

  get earned(): bigint {
    const isEarned = this.status === 'pending' || this.status === 'approved' || this.status === 'paid';
    return isEarned ? this.commission - this.takenBack.reduce((sum, back) => sum + back, 0n) : 0n;
  }
}

export function roundedHalfEven(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator;
  const rest = 2n * (numerator - below * denominator);
  if (rest < denominator) return below;
  if (rest > denominator) return below + 1n;
  return below + (below % 2n);
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** A bonus, a deduction or an opening balance of the model, which is approved. */
export interface ManualModel {
  readonly affiliateId: string;
  readonly campaignId: string | null;
  readonly amount: bigint;
}

/** Converts cents to the decimal of the API. */
export const decimalOf = (cents: bigint): number => Number(cents) / 100;

/** The expected totals and counts. */
export function expectedSums(orders: readonly OrderModel[], manual: readonly ManualModel[] = []) {
  const manualOf = (field: 'affiliateId' | 'campaignId', id: string) =>
    sumOf(manual.filter((one) => one[field] === id).map(({ amount }) => amount));
  const by = (select: (party: ModelledAttribution) => string | null, id: string) =>
    orders.filter(({ party }) => party !== null && select(party) === id);
  const revenue = (some: readonly OrderModel[]) => decimalOf(sumOf(some.map(({ left }) => left)));
  return {
    creator: (id: string) => {
      const own = by(({ affiliateId }) => affiliateId, id);
      return {
        totalRevenue: revenue(own),
        totalOrders: own.filter(({ left }) => left > 0n).length,
        commissionEarned: decimalOf(sumOf(own.map(({ earned }) => earned)) + manualOf('affiliateId', id)),
      };
    },
    campaignStats: (id: string) => {
      const own = by(({ campaignId }) => campaignId, id);
      return {
        orders: own.filter(({ left }) => left > 0n).length,
        netRevenue: revenue(own),
        commission: decimalOf(sumOf(own.map(({ earned }) => earned)) + manualOf('campaignId', id)),
      };
    },
    discount: (id: string) => {
      const own = by(({ discountId }) => discountId, id);
      return { totalRevenue: revenue(own), usageCount: own.length };
    },
    commissions: (status: Status, id?: string) => {
      const own = id === undefined ? orders : by(({ affiliateId }) => affiliateId, id);
      if (status !== 'approved') return own.filter((order) => order.status === status).length;
      const ofManual = manual.filter(({ affiliateId }) => id === undefined || affiliateId === id);
      const adjustments = own.flatMap(({ takenBack }) => takenBack).length + ofManual.length;
      return own.filter((order) => order.status === status).length + adjustments;
    },
  };
}

// Models an order in another currency than the brand's dollars.
import { roundedHalfEven } from '#test/support/money-model.ts';
import type { Facts } from './attribution.ts';
import type { CommonRates } from './orders.ts';
import { type Draft, ModelOrder, type Refund } from './orders.ts';

/** The decimals and some rates of each currency. */
export const currencies = [
  { currency: 'JPY', digits: 0, rates: ['0.0067', '0.00712'] },
  { currency: 'EUR', digits: 2, rates: ['1.0873', '0.995'] },
  { currency: 'KWD', digits: 3, rates: ['3.25', '3.2617'] },
] as const;

const digitsOfBrand = 2;

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

interface Money {
  readonly currency: string;
  readonly digits: number;
  readonly rate: string;
  readonly own: bigint;
}

/** Returns cents for one unit of the smallest coin, as a fraction. */
function fractionOf({ rate, digits }: Pick<Money, 'rate' | 'digits'>) {
  const [whole = '', decimals = ''] = rate.split('.');
  const numerator = BigInt(`${whole}${decimals}`) * 10n ** BigInt(digitsOfBrand);
  return { numerator, denominator: 10n ** BigInt(decimals.length + digits) };
}

export function converted({ own, ...money }: Money): bigint {
  const { numerator, denominator } = fractionOf(money);
  return roundedHalfEven(own * numerator, denominator);
}

function convertedBack(cents: bigint, money: Money): bigint {
  const { numerator, denominator } = fractionOf(money);
  return roundedHalfEven(cents * denominator, numerator);
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** `own` amounts are in the smallest coins of the currency of the order, and `amount` is in cents of the brand's. */
export class ForeignOrder extends ModelOrder {
  readonly currency: string;
  readonly digits: number;
  rate: string;
  own: bigint;

  constructor(
    draft: Omit<Draft, 'amount'>,
    { facts, rates, ...money }: Money & { facts: Facts; rates: CommonRates },
  ) {
    super({ ...draft, amount: converted(money) }, facts, rates);
    this.currency = money.currency;
    this.digits = money.digits;
    this.rate = money.rate;
    this.own = money.own;
  }

  get ownRefunded(): bigint {
    return sumOf(this.counting.map(({ own = 0n }) => own));
  }

  get ownLeft(): bigint {
    return this.own - this.ownRefunded;
  }

  decimalOf(own: bigint): number {
    return Number(own) / 10 ** this.digits;
  }

  override get money(): object {
    return { amount: this.decimalOf(this.own), currency: this.currency, exchangeRate: this.rate };
  }

  override get original() {
    return [this.decimalOf(this.own), this.decimalOf(this.ownRefunded), this.rate] as const;
  }

  /** A refund of all that is left in one currency takes the rest in both. */
  refundOf(refundId: string, wanted: { readonly own: bigint } | { readonly cents: bigint }): Refund {
    const isAll = 'own' in wanted ? wanted.own >= this.ownLeft : wanted.cents >= this.left;
    if (isAll) return { refundId, cents: this.left, own: this.ownLeft, isReversed: false };
    const cents = 'own' in wanted ? converted({ ...this.asMoney, own: wanted.own }) : wanted.cents;
    const own = 'own' in wanted ? wanted.own : convertedBack(wanted.cents, this.asMoney);
    return { refundId, cents: smaller(cents, this.left), own: smaller(own, this.ownLeft), isReversed: false };
  }

  private get asMoney(): Money {
    const { currency, digits, rate, own } = this;
    return { currency, digits, rate, own };
  }

  /** A refund that arrives before the order is in the brand's currency. */
  override earlyRefund(refundId: string, cents: bigint): Refund {
    return this.refundOf(refundId, { cents });
  }

  /** Returns whether the change is possible: an order is never below its refunds. */
  changeMoney({ own = this.own, rate = this.rate }): boolean {
    const isRated = rate !== this.rate;
    if (!isRated && own === this.own) return true;
    const amount =
      !isRated && own === this.ownRefunded ? this.refunded : converted({ ...this.asMoney, own, rate });
    if (own < this.ownRefunded || amount < this.refunded) return false;
    Object.assign(this, { own, rate, amount });
    this.touch();
    return true;
  }

  override cancel(): void {
    super.cancel();
    this.own = this.ownRefunded;
  }
}

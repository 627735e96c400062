// Converts amounts between currencies, exactly.
import { divideRounded, minorDigits } from '#lib/foundation/shared/money.ts';

export interface Conversion {
  /** One unit of it costs `rate`. */
  readonly from: string;
  readonly to: string;
  /** It is a decimal text: the units of `to` for one unit of `from`. */
  readonly rate: string;
}

/** Returns the rate as a fraction of minor units. */
function fractionOf({ from, to, rate }: Conversion) {
  const [whole = '', decimals = ''] = rate.split('.');
  return {
    numerator: BigInt(whole + decimals) * 10n ** BigInt(minorDigits(to)),
    denominator: 10n ** BigInt(decimals.length + minorDigits(from)),
  };
}

/** Converts minor units of `from` to minor units of `to`, rounded half to even. */
export function convert(amount: number, conversion: Conversion): number {
  const { numerator, denominator } = fractionOf(conversion);
  return divideRounded(BigInt(amount) * numerator, denominator);
}

/** Converts minor units of `to` to minor units of `from`, rounded half to even. */
export function convertBack(amount: number, conversion: Conversion): number {
  const { numerator, denominator } = fractionOf(conversion);
  return divideRounded(BigInt(amount) * denominator, numerator);
}

// Finds the discount codes that an order names, and plans their reads.
import { invalidField } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { isDiscountCode, normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';

type NamedCodes = Pick<ConversionInput, 'discountCode' | 'discountCodes'>;

/** Throws a 400 if the order has both fields, because they could contradict each other. */
export function checkCodes({ discountCode, discountCodes }: NamedCodes): void {
  if (discountCode === undefined || discountCodes === undefined) return;
  throw invalidField('discountCodes', 'Send either `discountCode` or `discountCodes`, not both');
}

/** The key is the normalized code, the value its first spelling in the order. */
export function codesOf({ discountCode, discountCodes }: NamedCodes): ReadonlyMap<string, string> {
  const sent = discountCodes ?? (discountCode === undefined ? [] : [discountCode]);
  const codes = new Map<string, string>();
  for (const reference of sent) {
    const code = normalizeDiscountCode(reference);
    if (!codes.has(code)) codes.set(code, reference);
  }
  return codes;
}

interface CodeItems {
  /** The items that discount codes have stored, by normalized code. */
  readonly discountCodes: ReadonlyMap<string, Item | undefined>;
}

/** Adds the codes to a plan. Skips texts that cannot be codes. */
export function withCodes<Data>(
  { keys: others, parse }: ReadPlan<Data>,
  brandId: string,
  order: NamedCodes,
): ReadPlan<Data & CodeItems> {
  const codes = [...codesOf(order).keys()].filter(isDiscountCode);
  return {
    keys: [...others, ...codes.map((code) => keys.discountCode(brandId, code))],
    parse: (items) => ({
      ...parse(items),
      discountCodes: new Map(codes.map((code, index) => [code, items[others.length + index]])),
    }),
  };
}

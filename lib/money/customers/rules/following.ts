// Decides what becomes of a binding when the order that bound the customer changes.

import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { isFree, moved } from '#lib/money/customers/rules/binding.ts';
import type { Binding } from '#lib/money/customers/schema/customer.ts';

interface OrderOfBinding {
  readonly order: Conversion;
  /** Whether the order still names the customer. */
  readonly isNamed: boolean;
}

/** Whether the order has bound the customer, and no person has chosen the creator since. */
export const follows = ({ conversionId, isChosen }: Binding, { id }: Conversion): boolean =>
  conversionId === id && isChosen === undefined;

/** Returns the same object for a binding that the change of the order does not affect. */
export function followed<Bound extends Binding>(
  before: Bound,
  { order, isNamed }: OrderOfBinding,
  now: Date,
): Bound {
  if (!follows(before, order)) return before;
  const isCanceled = order.canceledAt !== null;
  const affiliateId = isCanceled || !isNamed ? null : order.affiliateId;
  const reason = `The order that bound the customer was ${isCanceled ? 'canceled' : 'moved'}`;
  const after = moved(before, { affiliateId, reason }, now);
  const { campaignId, occurredAt } = order;
  const isSame = before.campaignId === campaignId && before.boundAt === occurredAt;
  return isFree(after) || (after === before && isSame)
    ? after
    : { ...after, campaignId, boundAt: occurredAt };
}

// Builds the changes of the stored state of an order of a shop.
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import type { Changes, Expression } from '#lib/foundation/table/writes/expression.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Target } from './rules/applied.ts';

const keptDays = 400;

/** Shops keep no order in motion for longer. */
const expiry = (now: Date): number => epochSeconds(addSeconds(now, keptDays * secondsPerDay));

export const shopOrderKey = ({ brand, connectionId }: Target, orderId: string) =>
  shopKeys.shopOrder(brand.id, connectionId, orderId);

/** Refused for a state that is older than the newest one. A retry of the newest state is accepted. */
export const claimVersion = (changedAt: string, { now }: Target): Changes & Expression => ({
  set: { changedAt, expiresAt: expiry(now) },
  condition: 'attribute_not_exists(#changedAt) OR #changedAt <= :version',
  values: { version: changedAt },
});

export const addReversal = (refundId: string, { now }: Target): Changes & Expression => ({
  set: { expiresAt: expiry(now) },
  add: { reversed: new Set([refundId]) },
});

interface Guard {
  readonly changedAt?: string;
  readonly refundId?: string | undefined;
}

/** Fails a transaction if a newer state was claimed meanwhile, or if its refund was reversed. */
export function stillCounts(target: Target, orderId: string, { changedAt, refundId }: Guard): Write {
  const conditions = [
    ...(changedAt === undefined ? [] : ['#changedAt = :version']),
    ...(refundId === undefined
      ? []
      : ['(attribute_not_exists(#reversed) OR NOT contains(#reversed, :refundId))']),
  ];
  return {
    kind: 'check',
    key: shopOrderKey(target, orderId),
    condition: conditions.join(' AND '),
    values: {
      ...(changedAt !== undefined && { version: changedAt }),
      ...(refundId !== undefined && { refundId }),
    },
    refused: staleWrite,
  };
}

// Decides which refunds make the refunded amount of an order equal to that of a file, which names no refunds.
import { sum } from '#lib/foundation/shared/sum.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import type { Correction, RecordedOrder } from '#lib/shops/orders/rules/correction.ts';
import { fileRefundId } from '#lib/shops/orders/rules/refunds.ts';

/** Names the reconciliation in the refunds that it records. */
export interface Stamp {
  readonly id: string;
  readonly createdAt: string;
}

/** The amount in the currency of the order. */
export const amountOfRefund = ({ original, amount }: Refund): number => original?.amount ?? amount;

/** Returns all refunds, or the only one with the amount that is too much. Returns undefined if neither explains it. */
function surplusRefunds(refunds: readonly Refund[], surplus: number): readonly Refund[] | undefined {
  const active = refunds.filter(({ reversedAt }) => reversedAt === null);
  if (sum(active.map(amountOfRefund)) === surplus) return active;
  const same = active.filter((refund) => amountOfRefund(refund) === surplus);
  return same.length === 1 ? same : undefined;
}

const unexplained = 'More is refunded here than in the shop: reverse the refund that is wrong';

/** `missing` is in minor units of the order, and negative if too much is refunded here. */
export function refundCorrections(
  { refunds }: RecordedOrder,
  missing: number,
  { id, createdAt }: Stamp,
): readonly Correction[] {
  if (missing === 0) return [];
  if (missing < 0)
    return (
      surplusRefunds(refunds, -missing)?.map(({ refundId }) => ({ kind: 'reverseRefund', refundId })) ?? [
        { kind: 'impossible', reason: unexplained },
      ]
    );
  const reason = 'Refund in the export of the shop';
  return [
    {
      kind: 'refund',
      refund: { refundId: fileRefundId(id), amount: missing, occurredAt: createdAt, reason },
    },
  ];
}

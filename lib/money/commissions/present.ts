// Converts a stored commission to its API response.
import type * as z from 'zod';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import type { commissionAnswer } from '#lib/money/commissions/schema/answers.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { presentExplanation } from '#lib/program/terms/present.ts';

export const presentCommission = (commission: Commission): z.input<typeof commissionAnswer> => ({
  id: commission.id,
  kind: commission.manualKind ?? (commission.adjusts === null ? 'order' : 'adjustment'),
  affiliateId: commission.affiliateId,
  campaignId: commission.campaignId,
  conversionId: commission.conversionId,
  orderId: commission.orderId,
  orderAmount:
    commission.orderAmount === null ? null : fromMinor(commission.orderAmount, commission.currency),
  amount: fromMinor(commission.status === 'reversed' ? 0 : commission.amount, commission.currency),
  originalAmount: fromMinor(commission.originalAmount, commission.currency),
  currency: commission.currency,
  rate: commission.rate && {
    ...presentRate(commission.rate, commission.currency),
    source: commission.rate.source,
  },
  explanation: commission.explanation
    ? presentExplanation(commission.explanation, commission.currency)
    : null,
  status: commission.status,
  settledElsewhere: commission.settledElsewhere ?? false,
  createdAt: commission.createdAt,
  eligibleAt: commission.eligibleAt,
  approvedAt: commission.approvedAt,
  approvedBy: commission.approvedBy,
  paidAt: commission.paidAt,
  payoutId: commission.payoutId,
  reason: commission.reason,
  hold: commission.hold,
  adjusts: commission.adjusts,
});

// Converts stored conversions and refunds to API responses.
import type * as z from 'zod';
import { presentWarnings } from '#lib/foundation/contract/present-warnings.ts';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { DryRunResult } from '#lib/money/conversions/rules/new-conversion.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';
import type { conversionDetails } from '#lib/money/conversions/schema/details.ts';
import type { conversionAnswer, conversionPreview } from '#lib/money/conversions/schema/endpoints.ts';
import type { Refund, refundAnswer } from '#lib/money/conversions/schema/refund.ts';

export const presentConversion = (conversion: Conversion): z.input<typeof conversionAnswer> => ({
  id: conversion.id,
  orderId: conversion.orderId,
  amount: fromMinor(conversion.amount, conversion.currency),
  refundedAmount: fromMinor(conversion.refundedAmount, conversion.currency),
  currency: conversion.currency,
  affiliateId: conversion.affiliateId,
  campaignId: conversion.campaignId,
  discountId: conversion.discountId,
  commissionId: conversion.commissionId,
  receipt: conversion.receipt,
  ...annotationsOf(conversion),
  canceledAt: conversion.canceledAt,
  cancelReason: conversion.cancelReason,
  occurredAt: conversion.occurredAt,
  createdAt: conversion.createdAt,
});

interface ConversionWithItems {
  readonly conversion: Conversion;
  readonly items: readonly OrderItem[];
}

export const presentConversionDetails = ({
  conversion,
  items,
}: ConversionWithItems): z.input<typeof conversionDetails> => ({
  ...presentConversion(conversion),
  customerId: conversion.customerId,
  items: items.map(({ price, ...item }) =>
    price === undefined ? item : { ...item, price: fromMinor(price, conversion.currency) },
  ),
  changes: conversion.changes.map(({ commissionIds: _, amount, ...change }) => ({
    ...change,
    amount: fromMinor(amount, conversion.currency),
  })),
});

export function presentPreview(
  conversion: Conversion,
  commission: Commission | undefined,
): z.input<typeof conversionPreview> {
  const { id: _, commissionId: __, ...shown } = presentConversion(conversion);
  return {
    ...shown,
    dryRun: true,
    commission: commission === undefined ? null : previewCommission(commission),
  };
}

function previewCommission(commission: Commission) {
  const { affiliateId, amount, currency, rate, hold, eligibleAt } = presentCommission(commission);
  return { affiliateId, amount, currency, rate, hold, eligibleAt };
}

export const presentRefund = (refund: Refund): z.input<typeof refundAnswer> => ({
  id: refund.id,
  conversionId: refund.conversionId,
  refundId: refund.refundId,
  amount: fromMinor(refund.amount, refund.currency),
  currency: refund.currency,
  commissionId: refund.commissionId,
  createdAt: refund.createdAt,
});

export const presentBulkResult = ({
  conversion,
  isRepeat,
  warnings,
}: Pick<DryRunResult, 'conversion' | 'isRepeat' | 'warnings'>) => ({
  status: isRepeat ? ('existing' as const) : ('created' as const),
  conversion: presentConversion(conversion),
  ...presentWarnings(warnings),
});

export function presentBulkPreview(result: DryRunResult) {
  const { conversion, commission, isRepeat, isRecorded, warnings } = result;
  if (isRecorded) return presentBulkResult(result);
  return {
    status: isRepeat ? ('existing' as const) : ('preview' as const),
    conversion: presentPreview(conversion, commission),
    ...presentWarnings(warnings),
  };
}

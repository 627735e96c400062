// Converts stored conversions and refunds to API responses.
import type * as z from 'zod';
import { presentWarnings } from '#lib/foundation/contract/present-warnings.ts';
import { annotationsOf } from '#lib/foundation/shared/annotations.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import { presentMarks } from '#lib/money/conversions/rules/marks.ts';
import type { DryRunResult } from '#lib/money/conversions/rules/new-conversion.ts';
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';
import type { conversionDetails } from '#lib/money/conversions/schema/details.ts';
import type { conversionAnswer, conversionPreview } from '#lib/money/conversions/schema/endpoints.ts';
import type { refundAnswer } from '#lib/money/conversions/schema/refund.ts';
import type { PendingRefund, Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { presentOriginal, presentRequest, refundStatus } from './present/original.ts';

export const presentConversion = (conversion: Conversion): z.input<typeof conversionAnswer> => ({
  id: conversion.id,
  orderId: conversion.orderId,
  kind: conversion.kind,
  ...presentMarks(conversion),
  amount: fromMinor(conversion.amount, conversion.currency),
  orderTotal:
    conversion.orderTotal === undefined ? null : fromMinor(conversion.orderTotal, conversion.currency),
  refundedAmount: fromMinor(conversion.refundedAmount, conversion.currency),
  original: presentOriginal(conversion),
  currency: conversion.currency,
  affiliateId: conversion.affiliateId,
  campaignId: conversion.campaignId,
  discountId: conversion.discountId,
  commissionId: conversion.commissionId,
  receipt: conversion.receipt,
  ...annotationsOf(conversion),
  isNewCustomer: conversion.isNewCustomer ?? null,
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
    price === undefined ? item : { ...item, price: fromMinor(price, currencyOfRecorded(conversion)) },
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
  const { affiliateId, amount, currency, rate, explanation, hold, eligibleAt } =
    presentCommission(commission);
  return { affiliateId, amount, currency, rate, explanation, hold, eligibleAt };
}

export const presentRefund = (refund: Refund): z.input<typeof refundAnswer> => ({
  id: refund.id,
  status: refundStatus(refund),
  orderId: refund.orderId,
  conversionId: refund.conversionId,
  refundId: refund.refundId,
  amount: fromMinor(refund.amount, refund.currency),
  ...presentRequest(refund),
  currency: refund.currency,
  commissionId: refund.commissionId,
  occurredAt: refund.occurredAt,
  reason: refund.reason,
  createdAt: refund.createdAt,
  expiresAt: null,
  reversedAt: refund.reversedAt,
  reversalReason: refund.reversalReason,
  supplementId: refund.supplementId,
});

export const presentPendingRefund = (refund: PendingRefund): z.input<typeof refundAnswer> => ({
  id: refund.id,
  status: 'pending',
  orderId: refund.orderId,
  conversionId: null,
  refundId: refund.refundId,
  amount: fromMinor(refund.amount, refund.currency),
  requestedAmount: fromMinor(refund.amount, refund.currency),
  requestedCurrency: refund.currency,
  currency: refund.currency,
  original: null,
  commissionId: null,
  occurredAt: refund.occurredAt,
  reason: refund.reason,
  createdAt: refund.createdAt,
  expiresAt: new Date(refund.expiresAt * 1000).toISOString(),
  reversedAt: null,
  reversalReason: null,
  supplementId: null,
});

export const presentAnyRefund = (refund: Refund | PendingRefund) =>
  'conversionId' in refund ? presentRefund(refund) : presentPendingRefund(refund);

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

// Creates the ledger entries of orders and refunds.

import { newId } from '#lib/foundation/shared/ids.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { transfer } from '#lib/money/ledger/rules.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { conversionListKeys } from './list-keys.ts';

const sharedFields = (conversion: Conversion, now: Date) => ({
  id: newId('ledgerEntry', now),
  at: now.toISOString(),
  brandId: conversion.brandId,
  conversionId: conversion.id,
  commissionId: null,
  payoutId: null,
  affiliateId: conversion.affiliateId,
  campaignId: conversion.campaignId,
  discountId: conversion.discountId,
  commissions: {},
});

/** Leads and signups are in the list of conversions, but are no orders. */
const countOf = ({ kind }: Conversion): number => (kind === 'sale' ? 1 : 0);

export const orderEntry = (conversion: Conversion, now: Date, customerKey?: string): LedgerEntry => ({
  ...sharedFields(conversion, now),
  kind: 'order',
  postings: [...transfer('sales', 'customers', conversion.amount)],
  orders: countOf(conversion),
  uses: conversion.discountId === null ? 0 : countOf(conversion),
  conversions: { total: 1, [conversion.receipt.attribution]: 1, amount: conversion.amount },
  report: { at: conversion.occurredAt, discountId: conversion.discountId, approvedAt: null },
  ...conversionListKeys(conversion, customerKey),
});

/**
 * A full refund decrements the number of orders, but not the uses of the discount code. `existingDiscountId` is null if the code was
 * deleted, because a deleted code has no totals.
 */
export const refundEntry = (
  after: Conversion,
  existingDiscountId: string | null,
  amount: number,
  now: Date,
): LedgerEntry => ({
  ...sharedFields(after, now),
  discountId: existingDiscountId,
  kind: 'refund',
  postings: [...transfer('customers', 'sales', amount)],
  orders: after.refundedAmount === after.amount ? -1 : 0,
  uses: 0,
  conversions: {},
  report: { at: now.toISOString(), discountId: after.discountId, approvedAt: null },
});

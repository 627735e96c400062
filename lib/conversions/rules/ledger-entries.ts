// What an order and its refunds are in the ledger.

import type { Conversion } from '#lib/conversions/schema/conversion.ts';
import { transfer } from '#lib/ledger/rules.ts';
import type { LedgerEntry } from '#lib/ledger/schema.ts';
import { newId } from '#lib/shared/ids.ts';

const about = (conversion: Conversion, now: Date) => ({
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

export const orderEntry = (conversion: Conversion, now: Date): LedgerEntry => ({
  ...about(conversion, now),
  kind: 'order',
  postings: [...transfer('sales', 'customers', conversion.amount)],
  orders: 1,
  uses: conversion.discountId === null ? 0 : 1,
  conversions: { total: 1, [conversion.receipt.attribution]: 1 },
});

/** A fully refunded order is no order; the code was used all the same. */
export const refundEntry = (after: Conversion, amount: number, now: Date): LedgerEntry => ({
  ...about(after, now),
  kind: 'refund',
  postings: [...transfer('customers', 'sales', amount)],
  orders: after.refundedAmount === after.amount ? -1 : 0,
  uses: 0,
  conversions: {},
});

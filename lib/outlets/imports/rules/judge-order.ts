// Decides what happens with a past order.
import { toMinor } from '#lib/foundation/shared/money.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { failed } from './judge.ts';
import type { OrderRow } from './order-row.ts';
import type { Judgement } from './setting.ts';

export const skippedOrder: Judgement = { action: 'skip', affiliateId: null, problems: [], writes: [] };

export const unknownCreator = (): Judgement =>
  failed([
    { field: 'email', message: 'No creator has this address: import the creators first', suggestion: null },
  ]);

/** The order to record. The tracking code of the row wins over its address. */
export const orderOf = ({ order }: OrderRow, creator: Affiliate | undefined): ConversionInput => ({
  ...order,
  trackingCode: order.trackingCode ?? creator?.trackingCode,
});

/** Returns minor units. */
export const paidAmountOf = ({ commission }: OrderRow, currency: string): number | undefined =>
  commission === undefined ? undefined : toMinor(commission, currency, 'commissionAmount');

const reasons: Readonly<Record<string, string>> = {
  unknownReference: 'No creator has this tracking code: import the creators first',
  creatorInactive:
    'The creator is paused, banned or not accepted, so nothing would count: import the orders while the creator is active',
};

export interface PreparedOrder {
  readonly conversion: Conversion;
  readonly isRepeat: boolean;
  readonly writes: readonly Write[];
}

export function judgedOrder({ conversion, isRepeat, writes }: PreparedOrder): Judgement {
  const { affiliateId, receipt } = conversion;
  if (isRepeat) return { action: 'unchanged', affiliateId, problems: [], writes: [] };
  const { attribution } = receipt;
  if (attribution === 'attributed')
    return { action: 'create', affiliateId, conversionId: conversion.id, problems: [], writes };
  const message = reasons[attribution] ?? `The order would belong to nobody: ${attribution}`;
  return failed([{ field: 'trackingCode', message, suggestion: null }]);
}

// Defines the corrections that make a recorded order equal to the order of the shop.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import type { ShopRefund } from '#lib/shops/adapters/adapter.ts';

export interface RecordedOrder {
  readonly conversion: Conversion;
  readonly refunds: readonly Refund[];
}

/** The fields of a recorded order that differ. Amounts are in minor units of the order's currency. */
export interface OrderUpdate {
  readonly amount?: number;
  readonly orderTotal?: number;
  readonly externalId?: string;
  readonly discountCodes?: readonly string[];
  readonly clickId?: string;
  readonly trackingCode?: string;
}

export type Correction =
  | { readonly kind: 'create' }
  | { readonly kind: 'update'; readonly changes: OrderUpdate }
  | { readonly kind: 'refund'; readonly refund: ShopRefund }
  | { readonly kind: 'reverseRefund'; readonly refundId: string }
  | { readonly kind: 'cancel'; readonly reason: string }
  /** No operation can make the orders equal. */
  | { readonly kind: 'impossible'; readonly reason: string };

// Defines an order as the export of a shop describes it.
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';

type Shared =
  | 'orderId'
  | 'externalId'
  | 'state'
  | 'occurredAt'
  | 'currency'
  | 'amount'
  | 'orderTotal'
  | 'clickId'
  | 'trackingCode'
  | 'customerId'
  | 'customerEmail'
  | 'isTest';

/** Amounts are in minor units. The customer is only for recording a missing order. */
export interface FileOrder extends Pick<ShopOrder, Shared> {
  /** Absent if the format has no codes. */
  readonly discountCodes?: readonly string[];
  /** All refunds of the order together. */
  readonly refunded: number;
  /**
   * The exports of vendors say only totals, from which the amount is calculated approximately. Then the total decides whether an order is
   * different, and refunds are parts of the total.
   */
  readonly isByTotal: boolean;
  /** The part of the total whose refund may leave the amount as it is. Absent if a refund always reduces the amount by its share. */
  readonly shipping?: number;
}

export interface RowProblem {
  readonly row: number;
  readonly message: string;
}

export interface ReadExport {
  readonly orders: readonly FileOrder[];
  readonly problems: readonly RowProblem[];
}

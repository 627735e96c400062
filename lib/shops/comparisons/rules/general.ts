// Reads a file with the columns of `POST /conversions`, and two more: `refundedAmount` and `status`.
import type { FileRow } from '#lib/outlets/imports/rules/file.ts';
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import {
  amountOf,
  type Cell,
  codesOf,
  currencyOf,
  given,
  orderIdOf,
  required,
  timeOf,
  UnreadableRow,
} from './cells.ts';
import type { FileOrder } from './file-order.ts';
import type { Reader } from './reader.ts';

const states: Readonly<Record<string, ShopOrder['state']>> = {
  paid: 'paid',
  open: 'open',
  canceled: 'canceled',
  cancelled: 'canceled',
};

function stateOf(cell: Cell): ShopOrder['state'] {
  const status = cell('status')?.toLowerCase() ?? 'paid';
  const state = Object.hasOwn(states, status) ? states[status] : undefined;
  if (state === undefined) throw new UnreadableRow('`status` must be paid, open or canceled');
  return state;
}

/** A file without a column of codes says nothing about them. */
const discountCodes = (cell: Cell, hasCodes: boolean) =>
  hasCodes ? { discountCodes: codesOf(cell('discountCodes', 'discountCode')) } : {};

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true';

export const general: Reader = ({ headers, cellsOf, currency: ofBrand }) => {
  const hasCodes = headers.some((header) => /^discountCodes?$/i.test(header.trim()));
  return ([first]: readonly [FileRow, ...FileRow[]]): FileOrder => {
    const cell = cellsOf(first);
    const currency = currencyOf(cell('currency') ?? ofBrand);
    const total = cell('orderTotal');
    return {
      orderId: orderIdOf(required(cell, 'orderId')),
      state: stateOf(cell),
      occurredAt: timeOf(required(cell, 'occurredAt')),
      currency,
      amount: amountOf(required(cell, 'amount'), currency),
      ...(total !== undefined && { orderTotal: amountOf(total, currency) }),
      refunded: amountOf(cell('refundedAmount'), currency),
      isByTotal: false,
      isTest: isTrue(cell('test')),
      ...discountCodes(cell, hasCodes),
      ...given({ externalId: cell('externalId'), clickId: cell('clickId') }),
      ...given({ trackingCode: cell('trackingCode'), customerId: cell('customerId') }),
      ...given({ customerEmail: cell('customerEmail') }),
    };
  };
};

// Converts the cells of a row to a past order, and finds the problems that need no other data.

import { type ConversionInput, conversionInput } from '#lib/money/conversions/schema/order.ts';
import type { Problem } from '#lib/outlets/imports/schema/stored.ts';
import type { Cells } from './cells.ts';
import { type ImportField, importFields } from './fields.ts';
import { countsAs, instantTextOf } from './order-values.ts';
import { amountOf, codeIn } from './values.ts';

export interface OrderRow {
  /** Has no tracking code if the row names the address of the creator. */
  readonly order: ConversionInput;
  readonly email: string | undefined;
  /** The commission that the earlier program has paid, in the currency of the brand. */
  readonly commission: number | undefined;
  /** The earlier program has taken the order back. */
  readonly isSkipped: boolean;
}

const messages: { readonly [Field in ImportField]?: string } = {
  amount: 'Must be an amount, such as 1234.50, in the currency of the row or of the brand',
  commissionAmount: 'Must be an amount of 0 or more in the currency of the brand, such as 12.50',
  occurredAt: 'Must be a time such as 2026-03-01T09:30:00Z, or a day such as 2026-03-01',
  status: 'Must be a status such as paid, pending or refunded',
  trackingCode: 'Write the tracking code or the e-mail address of the creator',
};

const problemAt = (field: ImportField, message = messages[field] ?? ''): Problem => ({
  field,
  message,
  suggestion: null,
});

const fieldOf = (path: PropertyKey | undefined): ImportField | null =>
  importFields.find((field) => field === path) ?? null;

export function parseOrder(cells: Cells, currency: string) {
  const { orderId, trackingCode, email, customerId, amount = '', status = 'paid', commissionAmount } = cells;
  const own = cells.currency?.toUpperCase();
  const commission = commissionAmount === undefined ? undefined : amountOf(commissionAmount, currency);
  const { data, error } = conversionInput.safeParse({
    orderId,
    amount: amountOf(amount, own ?? currency) ?? amount,
    ...(own !== undefined && { currency: own }),
    ...(trackingCode !== undefined && { trackingCode: codeIn(trackingCode) }),
    ...(customerId !== undefined && { customerId }),
    occurredAt: instantTextOf(cells.occurredAt ?? ''),
    settledElsewhere: true,
  });
  const problems = (error?.issues ?? []).map(({ path: [first], message }): Problem => {
    const field = fieldOf(first);
    return { field, message: (field && messages[field]) ?? message, suggestion: null };
  });
  const isUnclear = commissionAmount !== undefined && (commission === undefined || commission < 0);
  const counting = countsAs(status);
  const all = [
    ...problems,
    ...(isUnclear ? [problemAt('commissionAmount')] : []),
    ...(counting === undefined ? [problemAt('status')] : []),
    ...(trackingCode === undefined && email === undefined ? [problemAt('trackingCode')] : []),
  ];
  const isSkipped = counting === 'skipped';
  const order: OrderRow | undefined = data && { order: data, email, commission, isSkipped };
  return { order, problems: all };
}

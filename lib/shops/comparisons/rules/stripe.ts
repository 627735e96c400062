// Reads the export of payments of Stripe (https://docs.stripe.com/reports/export-data).
import { referencesIn } from '#lib/shops/adapters/references.ts';
import {
  amountOf,
  type Cell,
  currencyOf,
  given,
  orderIdOf,
  required,
  timeOf,
  UnreadableRow,
} from './cells.ts';
import type { Reader } from './reader.ts';

const paid = new Set(['paid', 'succeeded', 'refunded', 'partially refunded', 'partial refund', 'disputed']);

/** A failed or canceled payment was never an order. */
const stateOf = (cell: Cell) => (paid.has(required(cell, 'Status').toLowerCase()) ? 'paid' : 'open');

/** Stripe has returned the money of a dispute that was won, and an inquiry moves none. */
const disputedOf = (cell: Cell, currency: string): number =>
  /^(won|prevented|warning)/i.test(cell('Dispute Status') ?? '')
    ? 0
    : amountOf(cell('Disputed Amount'), currency);

const metadata = (cell: Cell, name: string): string | undefined =>
  cell(`${name} (metadata)`, `metadata[${name}]`, `metadata.${name}`);

/** The id is that of the connector: the invoice, or the payment without an invoice. */
export const orderIdColumns = ['Invoice ID', 'PaymentIntent ID', 'id'] as const;

/** An order has a row for each attempt to pay it, of which one at most succeeds. */
function orderCell([first, ...others]: readonly [Cell, ...Cell[]]): Cell {
  const [succeeded, again] = [first, ...others].filter((cell) => stateOf(cell) === 'paid');
  if (again === undefined) return succeeded ?? first;
  throw new UnreadableRow('Another row has a paid payment of the same order: enter the order by hand');
}

export const stripe: Reader =
  ({ cellsOf, settings }) =>
  ([first, ...others]) => {
    const cell = orderCell([cellsOf(first), ...others.map(cellsOf)]);
    const currency = currencyOf(required(cell, 'Currency'));
    const total = amountOf(required(cell, 'Amount'), currency);
    const { clickId = 'clickId', trackingCode = 'trackingCode' } = settings.attributeNames ?? {};
    const code = metadata(cell, 'discountCode');
    return {
      orderId: orderIdOf(cell(...orderIdColumns) ?? required(cell, 'id')),
      state: stateOf(cell),
      occurredAt: timeOf(required(cell, 'Created (UTC)', 'Created date (UTC)', 'Created')),
      currency,
      amount: total,
      orderTotal: total,
      refunded: amountOf(cell('Amount Refunded'), currency) + disputedOf(cell, currency),
      isByTotal: true,
      isTest: cell('Mode')?.toLowerCase() === 'test',
      ...referencesIn(
        { [clickId]: metadata(cell, clickId), [trackingCode]: metadata(cell, trackingCode) },
        settings,
      ),
      // Promotion codes are not in the file, so it says nothing about the codes of other orders.
      ...(code !== undefined && { discountCodes: [code] }),
      ...given({ customerId: cell('Customer ID'), customerEmail: cell('Customer Email') }),
    };
  };

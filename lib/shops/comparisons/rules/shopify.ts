// Reads the export of orders of Shopify (https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders).
import { multiplyRounded } from '#lib/foundation/shared/money.ts';
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import { referencesIn } from '#lib/shops/adapters/references.ts';
import {
  amountOf,
  type Cell,
  codesOf,
  currencyOf,
  given,
  orderIdOf,
  required,
  timeOf,
  withoutApostrophe,
} from './cells.ts';
import type { Reader } from './reader.ts';

function stateOf(cell: Cell): ShopOrder['state'] {
  const status = cell('Financial Status')?.toLowerCase() ?? '';
  if (cell('Cancelled at') !== undefined || status === 'voided') return 'canceled';
  return ['paid', 'partially_refunded', 'refunded'].includes(status) ? 'paid' : 'open';
}

interface Money {
  readonly subtotal: number;
  readonly shipping: number;
  readonly taxes: number;
  readonly total: number;
}

interface Terms {
  readonly includeTax?: boolean | undefined;
  readonly includeShipping?: boolean | undefined;
}

/** Prices include the tax if the total has no more than the items and the shipping. The tax is a share of both. */
function netOf({ subtotal, shipping, taxes, total }: Money, { includeTax, includeShipping }: Terms): number {
  const counted = includeShipping ? subtotal + shipping : subtotal;
  const all = subtotal + shipping;
  const tax = all === 0 ? 0 : multiplyRounded(taxes, counted, all);
  const taxesIncluded = total < all + taxes;
  if (taxesIncluded === (includeTax ?? false)) return Math.max(0, counted);
  return Math.max(0, includeTax ? counted + tax : counted - tax);
}

/** An attribute of the order is a line `name: value`. */
const attributesOf = (text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r?\n/).map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );

const isTest = (cell: Cell): boolean => /bogus|for testing/i.test(cell('Payment Method') ?? '');

/** The first row of an order has its amounts, and the others have further line items. */
export const shopify: Reader =
  ({ cellsOf, settings }) =>
  ([first]) => {
    const cell = cellsOf(first);
    const currency = currencyOf(required(cell, 'Currency'));
    const amount = (name: string) => amountOf(cell(name), currency);
    const money = {
      subtotal: amount('Subtotal'),
      shipping: amount('Shipping'),
      taxes: amount('Taxes'),
      total: amountOf(required(cell, 'Total'), currency),
    };
    return {
      orderId: orderIdOf(withoutApostrophe(required(cell, 'Id'))),
      state: stateOf(cell),
      occurredAt: timeOf(required(cell, 'Created at')),
      currency,
      amount: netOf(money, settings),
      orderTotal: money.total,
      refunded: amount('Refunded Amount'),
      isByTotal: true,
      shipping: money.shipping + money.taxes,
      discountCodes: codesOf(cell('Discount Code')),
      isTest: isTest(cell),
      ...referencesIn(attributesOf(cell('Note Attributes')), settings),
      ...given({ externalId: cell('Name'), customerEmail: cell('Email') }),
    };
  };

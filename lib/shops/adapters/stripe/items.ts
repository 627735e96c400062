// Reads the line items of sessions and invoices.
import { divideRounded } from '#lib/foundation/shared/money.ts';
import type { ShopItem } from '../adapter.ts';
import { minorOfStripe } from './amounts.ts';
import type { Line } from './schema.ts';

/** Credits of prorations have a negative amount, and are no items. */
export const itemsOf = (lines: readonly Line[], currency: string): readonly ShopItem[] =>
  lines.flatMap(({ description, quantity, amount, amount_total, price, pricing }) => {
    const total = amount ?? amount_total ?? 0;
    const units = quantity === undefined || quantity < 1 ? 1 : quantity;
    const productId = pricing?.price_details?.product ?? price?.product;
    if (total < 0) return [];
    return [
      {
        ...(productId !== undefined && { productId }),
        ...(description !== undefined && { name: description.slice(0, 200) }),
        quantity: units,
        price: divideRounded(BigInt(minorOfStripe(total, currency)), BigInt(units)),
      },
    ];
  });

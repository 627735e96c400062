// Decides which line items of Shopify earn commission.
import type { ShopItem } from '../adapter.ts';
import { minorOf } from '../amounts.ts';
import type { LineItem } from './schema.ts';

/** A gift card is paid again when it is redeemed, and a tip is no sale. */
export const isCommissionable = ({ gift_card, tip }: LineItem): boolean =>
  gift_card !== true && (tip === undefined || tip === null);

export const shopItem = (line: LineItem, currency: string): ShopItem => ({
  ...(line.sku !== undefined && { sku: line.sku }),
  ...(line.product_id !== undefined && { productId: line.product_id }),
  ...(line.name !== undefined && { name: line.name.slice(0, 200) }),
  quantity: line.quantity,
  price: minorOf(line.price, currency),
});

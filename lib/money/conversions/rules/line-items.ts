// Decides which line items of an order are stored. An invalid one must not lose the order.
import type { Warning } from '#lib/foundation/contract/warning.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { type ConversionInput, maxLineItems } from '#lib/money/conversions/schema/order.ts';
import type { OrderItem } from '#lib/money/conversions/schema/order-item.ts';

type Items = Pick<ConversionInput, 'items'>;
type LineItem = NonNullable<ConversionInput['items']>[number];

/** A response lists at most this many ignored items, because a request can have thousands. */
const maxWarnings = 10;

const ignored = (path: string, message: string): Warning => ({ code: 'line_item_ignored', path, message });

/** Returns the reason if the item cannot be stored. An empty SKU counts as absent. */
function storedItem(item: LineItem, currency: string): OrderItem | string {
  if ('ignored' in item) return item.ignored;
  const { sku, price, ...others } = item;
  try {
    return {
      ...(sku !== undefined && sku !== '' && { sku }),
      ...others,
      ...(price !== undefined && { price: toMinor(price, currency, 'price') }),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `price: ${error.extras.details?.[0]?.message ?? error.message}`;
  }
}

export function lineItemsOf({ items = [] }: Items, currency: string) {
  const found = items.slice(0, maxLineItems).map((item) => storedItem(item, currency));
  const warnings = found.flatMap((item, index) =>
    typeof item === 'string' ? [ignored(`items.${index}`, `Ignored, because it is invalid: ${item}`)] : [],
  );
  if (items.length > maxLineItems)
    warnings.unshift(ignored('items', `Only the first ${maxLineItems} of ${items.length} items are stored`));
  return {
    items: found.filter((item) => typeof item !== 'string'),
    warnings: warnings.slice(0, maxWarnings),
  };
}

// Defines the schemas of the line items of orders.
import * as z from 'zod';
import { decimal, minorUnits, orderAmountInput } from '#lib/foundation/shared/money.ts';

/** A text that a rule of terms can name. */
const name = z.string().max(100);

export const orderItem = z
  .strictObject({
    sku: name.optional().meta({ description: 'Your id of the product or variant.' }),
    productId: name.optional().meta({ description: 'Your id of the product of all variants.' }),
    category: name.optional().meta({ description: 'The category of the product.' }),
    tags: z.array(name).max(20).optional().meta({ description: 'Tags of the product, at most 20.' }),
    name: z.string().max(200).optional().meta({ description: 'The name of the product.' }),
    quantity: z.int().min(1).max(1_000_000).meta({ description: 'The number of units.' }),
    price: orderAmountInput()
      .optional()
      .meta({ description: 'The price of one unit, in the currency of the order.' }),
  })
  .meta({ id: 'OrderItemInput', description: 'A line item of an order.' });

export const presentedOrderItem = () =>
  z
    .object({
      ...orderItem.shape,
      price: decimal.optional().meta({ description: 'The price of one unit, in the currency of the order.' }),
    })
    .meta({ id: 'OrderItem', description: 'A line item of an order.' });

export const storedOrderItem = () => z.object({ ...orderItem.shape, price: minorUnits.optional() });
export type OrderItem = z.output<ReturnType<typeof storedOrderItem>>;

// Defines the input schema of an order.
import * as z from 'zod';
import { annotationInput } from '#lib/shared/annotations.ts';
import { instantInput } from '#lib/shared/date-schemas.ts';
import { amountInput, currency, decimal, minorUnits, nonNegativeAmountInput } from '#lib/shared/money.ts';

export const ownId = (example: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/, 'Must be 1 to 100 printable ASCII characters')
    .meta({ example });

/** Accepts any text: an order with an unknown reference is recorded, and its attribution receipt reports the reference. */
const reference = () => z.string().trim().min(1, 'Must not be empty; omit the field instead').max(100);

const maxItems = 100;
const orderItem = () =>
  z.strictObject({
    sku: z.string().min(1).max(100).meta({ description: 'Your id of the product.' }),
    name: z.string().max(200).optional().meta({ description: 'The name of the product.' }),
    quantity: z.int().min(1).max(1_000_000).meta({ description: 'The number of units.' }),
    price: nonNegativeAmountInput
      .optional()
      .meta({ description: 'The price of one unit, in the currency of the order.' }),
  });

export const presentedOrderItem = () =>
  z
    .object({
      ...orderItem().shape,
      price: decimal.optional().meta({ description: 'The price of one unit, in the currency of the order.' }),
    })
    .meta({ id: 'OrderItem', description: 'A line item of an order.' });

export const storedOrderItem = () => z.object({ ...orderItem().shape, price: minorUnits.optional() });

/** Accepts any text, because an order must not be lost over the address of its customer (lib/conversions/rules/customer-email.ts). */
const customerEmail = z.lazy(() =>
  z
    .string()
    .trim()
    .meta({
      format: 'idn-email',
      description:
        'Detects self-referrals. Only a salted hash is stored. If it is not an e-mail address, it is ignored, and `warnings` of ' +
        'the response says so.',
      example: 'customer@example.com',
    }),
);

export const conversionInput = z.lazy(() =>
  z
    .strictObject({
      orderId: ownId('order-1041').meta({
        description: 'Your id of the order, unique per brand. Letter case counts.',
      }),
      amount: amountInput.meta({
        description:
          'The commissionable amount, excluding tax and shipping. Must be greater than 0, and at most 10^12 minor units.',
      }),
      currency: currency.optional().meta({ description: 'The brand’s currency, which is the default.' }),
      discountCode: reference()
        .optional()
        .meta({ description: 'The discount code of the order. The strongest reference.' }),
      clickId: reference()
        .optional()
        .meta({ description: 'The `clickId` that a tracking link added to the landing page.' }),
      trackingCode: reference()
        .optional()
        .meta({ description: 'The tracking code of a creator whom the customer named.' }),
      customerId: ownId('customer-7').optional().meta({ description: 'Your id of the customer.' }),
      customerEmail: customerEmail.optional(),
      items: z
        .array(orderItem())
        .max(maxItems)
        .optional()
        .meta({ description: 'The line items of the order, for your own use.' }),
      occurredAt: instantInput('The time of the order, which defaults to now').optional(),
      ...annotationInput(),
    })
    .meta({ id: 'ConversionInput', description: 'An order to record.' }),
);
export type ConversionInput = z.output<typeof conversionInput>;

export const bulkInput = z.lazy(() =>
  z
    .strictObject({
      conversions: z
        .array(conversionInput)
        .min(1)
        .max(100)
        .meta({ description: 'The orders to record, each on its own.' }),
    })
    .meta({ id: 'BulkConversionsInput', description: 'Several orders to record.' }),
);

// Defines the input schema of an order.
import * as z from 'zod';
import { annotationInput } from '#lib/shared/annotations.ts';
import { instantInput } from '#lib/shared/date-schemas.ts';
import { unlessMissing } from '#lib/shared/messages.ts';
import { currency, decimal, minorUnits, orderAmountInput } from '#lib/shared/money.ts';

/** Shops send their ids also as numbers. Above 2^53, JavaScript cannot read a number exactly. */
export const ownId = (example: string) =>
  z
    .preprocess(
      (value) => (Number.isSafeInteger(value) ? String(value) : value),
      z
        .string({ error: unlessMissing('Must be a text, or a whole number below 2^53') })
        .regex(
          /^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/,
          'Must be 1 to 100 printable ASCII characters',
        ),
    )
    .meta({
      example,
      override: {
        type: ['string', 'integer'],
        pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]{0,98}[\\x21-\\x7e])?$',
        example,
      },
    });

/** Accepts any text: an order with an unknown reference is recorded, and its attribution receipt reports the reference. */
const reference = () => z.string().trim().min(1, 'Must not be empty; omit the field instead').max(100);

export const orderItem = z.lazy(() =>
  z
    .strictObject({
      sku: z.string().max(100).optional().meta({ description: 'Your id of the product.' }),
      name: z.string().max(200).optional().meta({ description: 'The name of the product.' }),
      quantity: z.int().min(1).max(1_000_000).meta({ description: 'The number of units.' }),
      price: orderAmountInput()
        .optional()
        .meta({ description: 'The price of one unit, in the currency of the order.' }),
    })
    .meta({ id: 'OrderItemInput', description: 'A line item of an order.' }),
);

export const presentedOrderItem = () =>
  z
    .object({
      ...orderItem.unwrap().shape,
      price: decimal.optional().meta({ description: 'The price of one unit, in the currency of the order.' }),
    })
    .meta({ id: 'OrderItem', description: 'A line item of an order.' });

export const storedOrderItem = () => z.object({ ...orderItem.unwrap().shape, price: minorUnits.optional() });
export type OrderItem = z.output<ReturnType<typeof storedOrderItem>>;

/** Accepts any text, because an order must not be lost over the address of its customer (lib/conversions/rules/customer-email.ts). */
const customerEmail = z.lazy(() =>
  z
    .string()
    .trim()
    .meta({
      format: 'idn-email',
      description:
        'Detects self-referrals. Only a salted hash is stored. A display name is ignored. If it has no e-mail address, the commission is ' +
        'held for review, and `warnings` of the response says so.',
      example: 'customer@example.com',
    }),
);

export const maxLineItems = 250;

/** A line item that cannot be stored, with the reason. */
export interface IgnoredItem {
  readonly ignored: string;
}

/** An order must not be lost over an invalid line item, which is for the brand's own use. */
const lineItem: z.ZodType<z.output<typeof orderItem> | IgnoredItem> = z.lazy(() =>
  orderItem
    .catch(({ error }) => Object({ ignored: reasonOf(error) }))
    .meta({ override: ({ jsonSchema }: { jsonSchema: { default?: unknown } }) => delete jsonSchema.default }),
);

const reasonOf = ({ issues: [issue] }: { readonly issues: readonly z.core.$ZodIssue[] }): string =>
  issue === undefined ? '' : [...issue.path, issue.message].join(': ');

const lineItems = z.lazy(() =>
  z.array(lineItem).meta({
    description:
      `The line items of the order, for your own use. At most ${maxLineItems} are stored. An invalid one is ignored, and \`warnings\` of the ` +
      'response says so.',
  }),
);

export const conversionInput = z.lazy(() =>
  z
    .strictObject({
      orderId: ownId('order-1041').meta({
        description: 'Your id of the order, unique per brand. Letter case counts.',
      }),
      amount: orderAmountInput().meta({
        description:
          'The commissionable amount, excluding tax and shipping, at most 10^12 minor units. An order of 0 earns no commission.',
      }),
      currency: z.string().toUpperCase().pipe(currency).optional().meta({
        description: 'The brand’s currency, which is the default. Letter case does not count.',
        example: 'EUR',
      }),
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
      items: lineItems.optional(),
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

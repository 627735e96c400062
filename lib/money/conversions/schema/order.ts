// Defines the input schema of an order.
import * as z from 'zod';
import { annotationInput } from '#lib/foundation/shared/annotations.ts';
import { instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { currency, orderAmountInput } from '#lib/foundation/shared/money.ts';
import { orderItem } from './order-item.ts';
import { ownId } from './own-id.ts';

/** Accepts any text: an order with an unknown reference is recorded, and its attribution receipt reports the reference. */
const reference = () => z.string().trim().min(1, 'Must not be empty; omit the field instead').max(100);

/** Accepts any text, because an order must not be lost over the address of its customer (lib/money/conversions/rules/customer-email.ts). */
const customerEmail = z
  .string()
  .trim()
  .meta({
    format: 'idn-email',
    description:
      'Detects self-referrals. Only a salted hash is stored. A display name is ignored. If it has no e-mail address, the commission is ' +
      'held for review, and `warnings` of the response says so.',
    example: 'customer@example.com',
  });

export const maxLineItems = 250;

/** A line item that cannot be stored, with the reason. */
export interface IgnoredItem {
  readonly ignored: string;
}

/** An order must not be lost over an invalid line item, which is for the brand's own use. */
const lineItem: z.ZodType<z.output<typeof orderItem> | IgnoredItem> = orderItem
  .catch(({ error }) => Object({ ignored: reasonOf(error) }))
  .meta({ override: ({ jsonSchema }: { jsonSchema: { default?: unknown } }) => delete jsonSchema.default });

const reasonOf = ({ issues: [issue] }: { readonly issues: readonly z.core.$ZodIssue[] }): string =>
  issue === undefined ? '' : [...issue.path, issue.message].join(': ');

const lineItems = z.array(lineItem).meta({
  description:
    `The line items of the order, for your own use. At most ${maxLineItems} are stored. An invalid one is ignored, and \`warnings\` of the ` +
    'response says so.',
});

const orderAmount = orderAmountInput();

export const conversionInput = z
  .strictObject({
    orderId: ownId('order-1041').meta({
      description: 'Your id of the order, unique per brand. Letter case counts.',
    }),
    amount: orderAmount.meta({
      description:
        'The commissionable amount, excluding tax and shipping, at most 10^12 minor units. An order of 0 earns no commission.',
    }),
    orderTotal: orderAmount.optional().meta({
      description:
        'What the customer paid, including shipping, tax and tips. For your own use: nobody earns with it.',
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
  .meta({ id: 'ConversionInput', description: 'An order to record.' });

export type ConversionInput = z.output<typeof conversionInput>;

export const bulkInput = z
  .strictObject({
    conversions: z
      .array(conversionInput)
      .min(1)
      .max(100)
      .meta({ description: 'The orders to record, each on its own.' }),
  })
  .meta({ id: 'BulkConversionsInput', description: 'Several orders to record.' });

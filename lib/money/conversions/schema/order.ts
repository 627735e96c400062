// Defines the input schema of an order.
import * as z from 'zod';
import { annotationInput } from '#lib/foundation/shared/annotations.ts';
import { instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { orderAmountInput } from '#lib/foundation/shared/money.ts';
import { type ConversionKind, conversionKind } from './kind.ts';
import { markInput } from './marks.ts';
import { orderItem } from './order-item.ts';
import { currencyOfOrder } from './original.ts';
import { ownId } from './own-id.ts';

/** Accepts any text: an order with an unknown reference is recorded, and its attribution receipt reports the reference. */
export const reference = () => z.string().trim().min(1, 'Must not be empty; omit the field instead').max(100);

/** Accepts any text, because an order must not be lost over the address of its customer (lib/money/conversions/rules/customer-email.ts). */
const customerEmail = z
  .string()
  .trim()
  .meta({
    format: 'idn-email',
    description:
      'Detects self-referrals, and finds the creator of a customer without a `customerId`. Only a salted hash is stored. A display name is ignored. If it has no e-mail address, the commission is ' +
      'held for review, and `warnings` of the response says so.',
    example: 'customer@example.com',
  });

export const maxLineItems = 250;

/** A line item that cannot be stored, with the reason. */
interface IgnoredItem {
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

interface Kind {
  readonly kind?: ConversionKind | undefined;
  readonly amount?: number | undefined;
  readonly customerId?: string | undefined;
  readonly customerEmail?: string | undefined;
}

function checkKind(order: Kind, { addIssue }: z.core.$RefinementCtx<Kind>): void {
  const issue = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  const { kind = 'sale', amount, customerId, customerEmail = '' } = order;
  if (kind === 'sale') {
    if (amount === undefined) issue('amount', 'Required');
    return;
  }
  if ((amount ?? 0) !== 0) issue('amount', `Must be 0 or absent for a ${kind}: send the order as a \`sale\``);
  if (customerId === undefined && customerEmail === '')
    issue('customerId', `A ${kind} needs a \`customerId\` or a \`customerEmail\``);
}

export const conversionInput = z
  .strictObject({
    orderId: ownId('order-1041').meta({
      description: 'Your id of the order, unique per brand. Letter case counts.',
    }),
    kind: conversionKind.optional(),
    amount: orderAmount.optional().meta({
      description:
        'The commissionable amount, excluding tax and shipping, at most 10^12 minor units. An order of 0 earns no commission. Required ' +
        'for a sale; a lead or a signup has none.',
    }),
    orderTotal: orderAmount.optional().meta({
      description:
        'The amount that the customer paid, including shipping, tax and tips. For your own use: nobody earns with it.',
    }),
    ...currencyOfOrder(),
    discountCode: reference().optional().meta({
      description:
        'The discount code of the order, in any spelling. The strongest reference. Send `discountCodes` instead if there are several.',
    }),
    discountCodes: z
      .array(reference())
      .min(1, 'Must not be empty; omit the field instead')
      .max(10)
      .optional()
      .meta({
        description:
          'All discount codes of the order, instead of `discountCode`. The first one that belongs to a creator and has no obstacle wins.',
        example: ['ADA15', 'FREE SHIPPING'],
      }),
    clickId: reference()
      .optional()
      .meta({ description: 'The `clickId` that a tracking link added to the landing page.' }),
    trackingCode: reference()
      .optional()
      .meta({ description: 'The tracking code of a creator whom the customer named.' }),
    customerId: ownId('customer-7').optional().meta({
      description: 'Your id of the customer. The first attributed order binds the customer to its creator.',
    }),
    customerEmail: customerEmail.optional(),
    isNewCustomer: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether the customer is new, for terms with rates of `new` and `returning` customers. By default, an order is of a new customer if ' +
          'no earlier sale is recorded for the customer.',
      }),
    items: lineItems.optional(),
    occurredAt: instantInput(
      'The time of the order, which defaults to now. The order is judged by the codes, creators, rates and memberships of this time',
    ).optional(),
    ...markInput(),
    ...annotationInput(),
  })
  .superRefine(checkKind)
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

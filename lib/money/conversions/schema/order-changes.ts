// Defines the fields of a recorded order that can change. Unlike a new order, a change with an invalid field is refused.
import * as z from 'zod';
import { annotationChanges } from '#lib/foundation/shared/annotations.ts';
import { instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { orderAmountInput } from '#lib/foundation/shared/money.ts';
import { customerAddressOf } from '#lib/money/conversions/rules/customer-email.ts';
import { exchangeRateInput } from '#lib/money/exchange-rates/schema/rate.ts';
import { maxLineItems, reference } from './order.ts';
import { orderItem } from './order-item.ts';
import { ownId } from './own-id.ts';

const changedReference = (name: string) =>
  reference()
    .nullable()
    .optional()
    .meta({ description: `The ${name} of the order. Null removes it. The order is then attributed again.` });

const withoutNulls = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && !Array.isArray(item)
    ? Object.fromEntries(
        Object.entries(item).filter(([name, value]) => value !== null || !(name in orderItem.shape)),
      )
    : item;

/** A null field of an item counts as absent, as in a new order. */
const changedItem = z.preprocess(withoutNulls, orderItem);

const orderChanges = () => ({
  amount: orderAmountInput().optional().meta({
    description:
      'The commissionable amount in the currency of the order, at least what of it is refunded. The commission follows.',
  }),
  orderTotal: orderAmountInput()
    .nullable()
    .optional()
    .meta({ description: 'The amount that the customer paid. Nobody earns with it. Null removes it.' }),
  exchangeRate: exchangeRateInput(
    'Corrects the rate of an order in another currency. Its amounts in the brand’s currency follow. Refunds keep theirs.',
  ).optional(),
  discountCode: changedReference('discount code'),
  clickId: changedReference('click'),
  trackingCode: changedReference('tracking code'),
  customerId: ownId('customer-7').nullable().optional().meta({
    description: 'Your id of the customer. Null removes it. The order is then attributed again.',
  }),
  customerEmail: z
    .string()
    .trim()
    .refine(
      (customerEmail) => customerAddressOf({ customerEmail }) !== undefined,
      'Must have an e-mail address',
    )
    .nullable()
    .optional()
    .meta({ description: 'Detects self-referrals. Null removes its hash.', example: 'customer@example.com' }),
  isNewCustomer: z.boolean().nullable().optional().meta({
    description: 'Whether the customer is new. Null if the recorded orders decide.',
  }),
  items: z
    .array(changedItem)
    .max(maxLineItems)
    .nullable()
    .optional()
    .meta({
      description: `All line items of the order, at most ${maxLineItems}. Null removes them.`,
    }),
  occurredAt: instantInput('The time of the order').optional(),
});

export const conversionChanges = z
  .strictObject({ ...orderChanges(), ...annotationChanges() })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({
    id: 'ConversionChanges',
    description: 'The fields of a conversion to change.',
    minProperties: 1,
  });
export type ConversionChanges = z.output<typeof conversionChanges>;

export const cancelInput = z
  .strictObject({ reason: displayText(500).meta({ description: 'Why the order is canceled.' }) })
  .meta({ id: 'CancellationInput', description: 'Cancels an order.' });

// Defines the fields of a recorded order that can change. Unlike a new order, a change with an invalid field is refused.
import * as z from 'zod';
import { annotationChanges } from '#lib/foundation/shared/annotations.ts';
import { instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { orderAmountInput } from '#lib/foundation/shared/money.ts';
import { customerAddressOf } from '#lib/money/conversions/rules/customer-email.ts';
import { maxLineItems, reference } from './order.ts';
import { orderItem } from './order-item.ts';
import { ownId } from './own-id.ts';

const changedReference = (name: string) =>
  reference()
    .nullable()
    .optional()
    .meta({ description: `The ${name} of the order. Null removes it. The order is then attributed again.` });

const orderChanges = () => ({
  amount: orderAmountInput().optional().meta({
    description: 'The commissionable amount, at least the `refundedAmount`. The commission follows.',
  }),
  discountCode: changedReference('discount code'),
  clickId: changedReference('click'),
  trackingCode: changedReference('tracking code'),
  customerId: ownId('customer-7').nullable().optional().meta({
    description: 'Your id of the customer. Null removes it.',
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
  items: z
    .array(orderItem)
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

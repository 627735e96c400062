// An order as a brand reports it.
import * as z from 'zod';
import { email } from '#lib/auth/schema.ts';
import { instantInput } from '#lib/shared/date-schemas.ts';
import { amountInput, currency, minorUnits, nonNegativeAmountInput } from '#lib/shared/money.ts';

/** An id that the brand's own system gave, such as the example; printable, so that it can be read in a report. */
export const ownId = (example: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,98}[\x21-\x7e])?$/, 'Must be 1 to 100 printable ASCII characters')
    .meta({ example });

/** What a shop has been told: it may be of somebody else, or nothing at all. */
const reference = () =>
  z.string().trim().min(1, 'Must not be empty: leave it out where there is none').max(100);

const maxItems = 100;
const orderItem = () =>
  z.strictObject({
    sku: z.string().min(1).max(100),
    name: z.string().max(200).optional(),
    quantity: z.int().min(1).max(1_000_000),
    price: nonNegativeAmountInput.optional().meta({ description: 'Of one, in the currency of the order' }),
  });

export const storedOrderItem = () => z.object({ ...orderItem().shape, price: minorUnits.optional() });

export const conversionInput = z.lazy(() =>
  z
    .strictObject({
      orderId: ownId('order-1041').meta({ description: 'Unique in the brand' }),
      amount: amountInput.meta({
        description:
          'What commissions are paid on: without shipping and tax. Not 0: an order of nothing is no order, as one that is ' +
          'wholly refunded is none',
      }),
      currency: currency.optional().meta({ description: 'The brand’s own, which it is without this' }),
      discountCode: reference().optional(),
      clickId: reference().optional(),
      trackingCode: reference().optional(),
      customerId: ownId('customer-7').optional(),
      customerEmail: email.optional().meta({ description: 'Only a salted hash of it is kept' }),
      items: z.array(orderItem()).max(maxItems).optional(),
      occurredAt: instantInput('When it was ordered; now, without this').optional(),
    })
    .meta({ id: 'ConversionInput' }),
);
export type ConversionInput = z.output<typeof conversionInput>;

export const bulkInput = z.lazy(() =>
  z.strictObject({ conversions: z.array(conversionInput).min(1).max(100) }),
);

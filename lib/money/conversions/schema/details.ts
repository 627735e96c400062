// Defines the response with all details of a conversion.
import * as z from 'zod';
import { presentedChange } from './change.ts';
import { conversionAnswer } from './endpoints.ts';
import { presentedOrderItem } from './order-item.ts';

export const conversionDetails = conversionAnswer
  .extend({
    customerId: z.string().nullable().meta({ description: 'Your id of the customer. Null for none.' }),
    items: z.array(presentedOrderItem()).meta({ description: 'The line items of the order.' }),
    changes: z.array(presentedChange()).meta({
      description:
        'The changes of the order, oldest first: the newest 20, and all that created a commission.',
    }),
  })
  .meta({ id: 'ConversionDetails', description: 'A recorded order with its customer and line items.' });

// Defines the answers about payment details. They contain masks only.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { methodTypes } from './stored.ts';

const masked = (description: string) => z.string().optional().meta({ description });

const maskedMethod = z
  .object({
    type: z.enum(methodTypes).meta({ description: 'The payment method of the creator.' }),
    name: masked('The name of the account holder.'),
    iban: masked('The country and the last four characters of the IBAN.'),
    email: masked('The first character and the domain of the e-mail address.'),
    text: masked('The last characters of the text.'),
  })
  .meta({ id: 'MaskedPayoutDetails', description: 'Payment details that cannot be used to pay.' });

export const payoutDetailsAnswer = z
  .object({
    affiliateId: idSchema('affiliate').meta({ description: 'The id of the creator.' }),
    details: maskedMethod.nullable().meta({ description: 'The newest details, or null if there are none.' }),
    usableFrom: instant.nullable().meta({ description: 'Payout files use `details` from this time on.' }),
    formerDetails: maskedMethod.nullable().meta({
      description: 'The details that payout files use until `usableFrom`; null if there are none.',
    }),
    tax: z
      .object({
        country: z.string().meta({ description: 'The country of the tax residence.' }),
        taxId: z.string().meta({ description: 'The last characters of the tax number.' }),
      })
      .nullable()
      .meta({ description: 'The tax data, or null if there are none.' }),
    updatedAt: instant.nullable().meta({ description: 'The last change; null if there was none.' }),
  })
  .meta({ id: 'PayoutDetails', description: 'The payment details and the tax data of a creator, masked.' });

export const payoutDetailsEvent = payoutDetailsAnswer
  .pick({ affiliateId: true, usableFrom: true, updatedAt: true })
  .extend({
    type: z.enum(methodTypes).nullable().meta({ description: 'The payment method of the creator, or null.' }),
    hasTaxData: z.boolean().meta({ description: 'Whether tax data are stored.' }),
  })
  .meta({ id: 'PayoutDetailsChange', description: 'A change of payment details, without their values.' });

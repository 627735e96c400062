// Defines the payment details and the tax data that a request contains.
import * as z from 'zod';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { ibanInput, sepaIbanInput } from '#lib/foundation/shared/iban.ts';
import { isTaxId } from '#lib/money/payment-details/rules/tax-id.ts';

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const taxInput = z
  .strictObject({
    country: z
      .string()
      // Without `abort`, the next check would run as well, and `Intl` throws for a text of another form.
      .regex(/^[A-Z]{2}$/, { error: 'Must be an ISO 3166-1 code of two capital letters', abort: true })
      .refine((code) => countries.of(code) !== undefined, 'Must be the code of a country')
      .meta({ description: 'The country of the tax residence, an ISO 3166-1 alpha-2 code.', example: 'DE' }),
    taxId: displayText(30).min(2).meta({
      description:
        'The tax number. One that begins with the country’s prefix of VAT numbers must be a valid VAT number.',
    }),
  })
  .refine(isTaxId, { path: ['taxId'], message: 'Must be a valid VAT number of the country' })
  .meta({ id: 'TaxData', description: 'The tax data of a creator.' });

const tax = () =>
  taxInput
    .nullable()
    .optional()
    .meta({ description: 'The tax data. Absent: they stay as they are. Null: they are removed.' });

/** The longest name in a payment of SEPA. */
const accountName = () => displayText(70).meta({ description: 'The name of the account holder.' });

const sepaInput = z
  .strictObject({
    type: z.literal('sepa').meta({ description: 'A credit transfer of SEPA.' }),
    iban: sepaIbanInput,
    name: accountName(),
    tax: tax(),
  })
  .meta({ id: 'SepaDetails', description: 'A bank account in SEPA.' });

const paypalInput = z
  .strictObject({
    type: z.literal('paypal').meta({ description: 'A payment with PayPal.' }),
    email: emailAddress,
    tax: tax(),
  })
  .meta({ id: 'PayPalDetails', description: 'A PayPal account.' });

const wiseInput = z
  .strictObject({
    type: z.literal('wise').meta({ description: 'A payment with Wise.' }),
    name: accountName(),
    email: emailAddress.optional(),
    iban: ibanInput.optional(),
    tax: tax(),
  })
  .refine(({ email, iban }) => (email === undefined) !== (iban === undefined), {
    path: ['email'],
    message: 'Send either `email` or `iban`',
  })
  .meta({ id: 'WiseDetails', description: 'A Wise account, or a bank account that Wise pays.' });

const otherInput = z
  .strictObject({
    type: z.literal('other').meta({ description: 'Another way, which no file but `general` contains.' }),
    text: displayText(500).meta({ description: 'Instructions to pay the creator.' }),
    tax: tax(),
  })
  .meta({ id: 'OtherDetails', description: 'Another way to pay the creator.' });

export const payoutDetailsInput = z
  .discriminatedUnion('type', [sepaInput, paypalInput, wiseInput, otherInput])
  .meta({ id: 'PayoutDetailsInput', description: 'The payment details and the tax data of a creator.' });
export type PayoutDetailsInput = z.output<typeof payoutDetailsInput>;

// Defines the account from which a brand pays its creators.
import * as z from 'zod';
import { isSepaIban } from '#lib/access/brands/rules/sepa-iban.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';

const ibanInput = z
  .string()
  .max(50)
  .transform((text) => text.replaceAll(/[ -]/g, '').toUpperCase())
  .refine(isSepaIban, 'Must be an IBAN of a country of SEPA with correct check digits')
  .meta({ override: { type: 'string', maxLength: 50, description: 'An IBAN of a country of SEPA.' } });

const bicInput = z
  .string()
  .trim()
  .toUpperCase()
  .refine((bic) => /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(bic), 'Must be a BIC with 8 or 11 characters')
  .meta({ description: 'The BIC of the bank.', example: 'COBADEFFXXX' });

export const payoutAccountInput = z
  .strictObject({
    iban: ibanInput,
    name: displayText(70).meta({ description: 'The name of the account holder.' }),
    bic: bicInput.optional(),
  })
  .meta({ id: 'PayoutAccountInput', description: 'The account that SEPA files are debited from.' });

export const payoutAccountAnswer = z
  .object({
    iban: z.string().meta({ description: 'The country and the last four characters of the IBAN.' }),
    name: z.string().meta({ description: 'The name of the account holder.' }),
    bic: z.string().nullable().meta({ description: 'The BIC of the bank, or null.' }),
  })
  .meta({ id: 'PayoutAccount', description: 'The account that SEPA files are debited from, masked.' });

// Defines the schemas of bank accounts. Separate, so that only functions that receive accounts bundle the library.
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import * as z from 'zod';

const normalized = (text: string): string => electronicFormatIBAN(text) ?? '';

export const ibanInput = z
  .string()
  .max(50)
  .transform(normalized)
  .refine((iban) => isValidIBAN(iban), 'Must be an IBAN with correct check digits')
  .meta({
    override: {
      type: 'string',
      maxLength: 50,
      description: 'An IBAN with or without spaces.',
      examples: ['DE89 3704 0044 0532 0130 00'],
    },
  });

export const sepaIbanInput = ibanInput
  .refine((iban) => isSEPACountry(iban.slice(0, 2)), 'Must be an IBAN of a country of SEPA')
  .meta({ override: { type: 'string', maxLength: 50, description: 'An IBAN of a country of SEPA.' } });

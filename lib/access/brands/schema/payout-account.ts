// Defines the account from which a brand pays its creators.
import * as z from 'zod';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { bicInput, sepaIbanInput } from '#lib/foundation/shared/iban.ts';

export const payoutAccountInput = z
  .strictObject({
    iban: sepaIbanInput,
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

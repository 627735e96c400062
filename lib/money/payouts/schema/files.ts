// Defines the files that pay a payout.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';

export const fileFormat = z.enum(['sepa', 'paypal', 'wise', 'general']).meta({
  description:
    '`sepa`: pain.001.001.09 for a bank. `paypal`, `wise`: CSV for their mass payments. `general`: CSV with all details.',
});
export type FileFormat = z.output<typeof fileFormat>;

export const missingReason = z.enum(['noDetails', 'held', 'otherMethod', 'paid']).meta({
  description:
    '`noDetails`: the creator has no payment details. `held`: they are not used yet. `otherMethod`: they are of another method. ' +
    '`paid`: the line was marked as paid alone.',
});
export type MissingReason = z.output<typeof missingReason>;

const missingCreator = z
  .object({
    affiliateId: idSchema('affiliate').meta({ description: 'The id of the creator.' }),
    name: z.string().meta({ description: 'The name of the creator.' }),
    amount: decimal.meta({ description: 'The amount of the line.' }),
    reason: missingReason,
  })
  .meta({ id: 'MissingCreator', description: 'A creator whom a file does not pay, and the reason.' });

const fileAnswer = z
  .object({
    format: fileFormat,
    unavailable: z
      .enum(['payout_account_missing', 'payout_currency_unsupported', 'payout_file_empty'])
      .nullable()
      .meta({ description: 'The error code that a download has, or null.' }),
    linesCount: z.int().meta({ description: 'The lines in the file.' }),
    amount: decimal.meta({ description: 'The sum of the lines in the file.' }),
    missingCount: z.int().meta({ description: 'The lines of the payout that are not in the file.' }),
    missingAmount: decimal.meta({ description: 'The sum of these lines.' }),
    missing: z.array(missingCreator).meta({ description: 'The first 100 of them.' }),
  })
  .meta({ id: 'PayoutFile', description: 'A file, and who is missing in it. Failed lines are in neither.' });

export const filesAnswer = z
  .object({
    payoutId: idSchema('payout').meta({ description: 'The id of the payout.' }),
    currency: z.string().meta({ description: 'The currency of the amounts.' }),
    files: z.array(fileAnswer).meta({ description: 'One for each format.' }),
  })
  .meta({ id: 'PayoutFiles', description: 'The files that pay a payout.' });

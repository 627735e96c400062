// Defines the results of payments, which a bank or a payment service returns as CSV.
import * as z from 'zod';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { fileFormat } from './files.ts';

const maxLength = 200_000;

export const resultsInput = z
  .strictObject({
    format: fileFormat.meta({ description: 'The origin of the file.' }),
    csv: z
      .string()
      .min(1)
      .max(maxLength)
      .meta({
        description:
          'A CSV file with a header and at most 10,000 rows, separated by commas, semicolons or tabs. It has the id of the creator or of the payment ' +
          '(such as `affiliateId`, `endToEndId`, `Reference ID`, `Unique ID`, `Payment reference`), `status`, and possibly `reason`.',
      }),
    reference: displayText(200).optional().meta({
      description: 'The reference of the payout if these rows complete it. Defaults to the format.',
    }),
  })
  .meta({ id: 'PayoutResultsInput', description: 'The results of payments.' });

const rowProblem = z.enum(['unknownCreator', 'unknownStatus', 'contradiction', 'failedBefore']).meta({
  description:
    '`unknownCreator`: the payout has no line with this id. `unknownStatus`: neither paid nor failed, for example pending. ' +
    '`contradiction`: another row of the creator says the opposite. `failedBefore`: a failed line stays failed.',
});
export type RowProblem = z.output<typeof rowProblem>;

export const resultsAnswer = z
  .object({
    payoutId: idSchema('payout').meta({ description: 'The id of the payout.' }),
    rowsCount: z.int().meta({ description: 'The rows of the file.' }),
    paidCount: z.int().meta({ description: 'The lines that this request has marked as paid.' }),
    failedCount: z.int().meta({ description: 'The lines that this request has marked as failed.' }),
    unchangedCount: z.int().meta({ description: 'The lines that had this status already.' }),
    remainingCount: z.int().meta({
      description:
        'The lines for which the time was too short: send the file again, with another `Idempotency-Key`.',
    }),
    problemsCount: z.int().meta({ description: 'The rows that changed nothing because of a problem.' }),
    problems: z
      .array(
        z
          .object({
            row: z.int().meta({ description: 'The number of the row. The first row after the header is 1.' }),
            id: z.string().meta({ description: 'The id in the row.' }),
            problem: rowProblem,
          })
          .meta({ id: 'PayoutResultProblem', description: 'A row that changed nothing.' }),
      )
      .meta({ description: 'The first 100 of them.' }),
  })
  .meta({ id: 'PayoutResults', description: 'The changes that the results of payments have caused.' });

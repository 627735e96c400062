// Defines the query and the answer of the report of payables.
import * as z from 'zod';
import { csvQuery } from '#lib/foundation/contract/csv.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';
import { affiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';

const maxPayableRows = 1000;
const defaultPayableRows = 100;

export const payablesQuery = z.strictObject({
  ...csvQuery,
  limit: z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(maxPayableRows, `Must be at most ${maxPayableRows}`)
    .default(defaultPayableRows)
    .meta({
      description: `The highest number of rows, at most ${maxPayableRows}. \`totals\` contains all creators.`,
    }),
});

const amounts = () => ({
  pending: decimal.meta({ description: 'Commissions in their hold period, or held for review. Not due.' }),
  days0To30: decimal.meta({ description: 'Approved in the last 30 days, and not in a payout.' }),
  days31To60: decimal.meta({ description: 'Approved 31 to 60 days ago, and not in a payout.' }),
  days61To90: decimal.meta({ description: 'Approved 61 to 90 days ago, and not in a payout.' }),
  over90Days: decimal.meta({ description: 'Approved more than 90 days ago, and not in a payout.' }),
  inPayout: decimal.meta({ description: 'In a payout that is not paid.' }),
  due: decimal.meta({
    description:
      'All approved commissions that are not paid: the four ages and `inPayout`. Clawbacks can make it negative.',
  }),
});

export const payablesAnswer = z
  .object({
    asOf: instant.meta({ description: 'The time of the report.' }),
    currency: z.string().meta({ description: 'The currency of all amounts.', example: 'EUR' }),
    rows: z
      .array(
        z
          .object({
            affiliateId: idSchema('affiliate').meta({ description: 'The id of the creator.' }),
            name: z.string().meta({ description: 'The name of the creator.' }),
            email: z.string().meta({ description: 'The e-mail address of the creator.' }),
            status: affiliateStatus.meta({ description: 'The status of the creator.' }),
            excluded: z.enum(['invited', 'banned', 'applied', 'declined']).nullable().meta({
              description: 'Why a payout would exclude the creator, or null.',
            }),
            ...amounts(),
          })
          .meta({ id: 'PayablesRow', description: 'What one creator is owed, by age.' }),
      )
      .meta({ description: 'The creators with the highest `due`, at most `limit`.' }),
    rowsCount: z
      .int()
      .meta({ description: 'The number of all creators with pending or approved commissions.' }),
    totals: z.object(amounts()).meta({ id: 'PayablesTotals', description: 'The sums over all creators.' }),
  })
  .meta({ id: 'PayablesReport', description: 'What each creator is owed.' });

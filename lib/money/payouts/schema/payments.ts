// Defines the query and the answer of the report of payments.
import * as z from 'zod';
import { csvQuery } from '#lib/foundation/contract/csv.ts';
import { dayInput } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decimal } from '#lib/foundation/shared/money.ts';

export const paymentsQuery = z.strictObject({
  ...csvQuery,
  year: z
    .string()
    .regex(/^20\d\d$/, 'Must be a year from 2000 to 2099, such as 2026')
    .optional()
    .meta({ description: 'The year of the payments. Defaults to the present year.', example: '2026' }),
  from: dayInput.optional().meta({ description: 'The first day, instead of `year`; send it with `to`.' }),
  to: dayInput.optional().meta({ description: 'The last day, at most 366 days after `from`.' }),
});
export type PaymentsQuery = z.output<typeof paymentsQuery>;

const sums = () => ({
  amount: decimal.meta({ description: 'The sum of the payments.' }),
  paymentsCount: z.int().meta({ description: 'The number of payments.' }),
});

export const paymentsAnswer = z
  .object({
    from: z.string().meta({ description: 'The first day, in the time zone of the brand.' }),
    to: z.string().meta({ description: 'The last day.' }),
    currency: z.string().meta({ description: 'The currency of the amounts.', example: 'EUR' }),
    rows: z
      .array(
        z
          .object({
            affiliateId: idSchema('affiliate').meta({ description: 'The id of the creator.' }),
            name: z.string().meta({ description: 'The name of the creator at the last payment.' }),
            email: z.string().meta({ description: 'The e-mail address at the last payment.' }),
            country: z.string().nullable().meta({ description: 'The country of the tax residence.' }),
            taxId: z.string().nullable().meta({ description: 'The tax number.' }),
            ...sums(),
          })
          .meta({ id: 'PaymentsRow', description: 'The payments to one creator.' }),
      )
      .meta({ description: 'All creators who were paid, the highest sum first.' }),
    totals: z.object(sums()).meta({ id: 'PaymentsTotals', description: 'The sums over all creators.' }),
  })
  .meta({ id: 'PaymentsReport', description: 'The payments to each creator.' });

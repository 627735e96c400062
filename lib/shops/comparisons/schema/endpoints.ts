// Defines the input and the responses of the endpoints of reconciliations.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { formats, kinds, maxNamedDifferences, shownProblems } from '#lib/shops/comparisons/rules/limits.ts';
import { differenceStates, proposals } from './stored.ts';

const format = () =>
  z.enum(formats).meta({
    description: 'The export of a vendor, or `general`: the columns of `POST /conversions`.',
  });

export const reconciliationInput = z
  .strictObject({
    format: format(),
    csv: z
      .string()
      .min(1)
      .meta({
        description:
          'The file: a header and rows, separated by commas, semicolons or tabs. `general` has the columns `orderId`, `amount` and ' +
          '`occurredAt`, and optionally `orderTotal`, `currency`, `discountCodes`, `clickId`, `trackingCode`, `externalId`, `customerId`, ' +
          '`customerEmail`, `refundedAmount`, `status` (`paid`, `open` or `canceled`) and `test`.',
        example: 'orderId,amount,occurredAt\norder-1041,49.90,2026-03-01T09:30:00Z',
      }),
    encoding: z.enum(['text', 'base64']).optional().meta({
      description:
        '`base64`: `csv` contains the bytes of the file, in UTF-8, UTF-16 or Windows-1252. Defaults to `text`.',
    }),
  })
  .refine(({ csv, encoding }) => encoding !== 'base64' || z.base64().safeParse(csv).success, {
    path: ['csv'],
    message: 'Must be Base64',
  })
  .meta({ id: 'ReconciliationInput', description: 'The export of a shop.' });
export type ReconciliationInput = z.output<typeof reconciliationInput>;

const count = (description: string) => z.int().meta({ description });

export const reconciliationAnswer = z
  .object({
    id: idSchema('reconciliation'),
    connectionId: idSchema('connection'),
    format: format(),
    state: z.enum(['comparing', 'compared', 'applying', 'failed']).meta({
      description:
        '`comparing` and `applying`: the service works. `compared`: the differences are complete. `failed`: see `failure`.',
    }),
    progress: z
      .object({ done: count('Orders of the file that are compared.'), total: count('Orders of the file.') })
      .meta({ id: 'ReconciliationProgress', description: 'The progress of the comparison.' }),
    counts: z
      .object({
        equal: count('Orders that are equal.'),
        missing: count('Orders that the shop has, and that would earn for a creator.'),
        different: count('Orders with other values.'),
        unknown: count('Orders of the connection in the time of the file that the file does not have.'),
        notAttributed: count('Orders that are not recorded, and that nobody would earn with.'),
        ignored: count('Unpaid, canceled and test orders that are not recorded.'),
        unreadable: count('Rows with problems.'),
        applied: count('Differences that were applied.'),
        failed: count('Differences that could not be applied.'),
      })
      .meta({ id: 'ReconciliationCounts', description: 'The numbers of orders and differences.' }),
    problems: z
      .array(
        z.object({
          row: count('The number of the row in a spreadsheet.'),
          message: z.string().meta({ description: 'The problem.' }),
        }),
      )
      .meta({ description: `The first ${shownProblems} rows that could not be read.` }),
    from: instant.meta({ description: 'The time of the first order of the file.' }),
    to: instant.meta({ description: 'The time of the last order of the file.' }),
    failure: z.string().nullable().meta({ description: 'The reason of a failure, or null.' }),
    createdAt: instant.meta({ description: 'When the file was sent.' }),
    completedAt: instant.nullable().meta({ description: 'When the work ended. Null while it continues.' }),
    fileDeletedAt: instant.meta({ description: 'When the file is deleted, or was deleted.' }),
  })
  .meta({ id: 'Reconciliation', description: 'A comparison of recorded orders with those of a shop.' });

const kind = () =>
  z.enum(kinds).meta({
    description:
      '`missing`: only the shop has the order. `different`: both have it, with other values. `unknown`: the shop does not have it.',
  });

export const reconciliationFilters = listQuerySchema({});
export const differenceFilters = listQuerySchema({ kind: kind().optional() });
export type DifferenceFilters = z.output<typeof differenceFilters>;

const value = (description: string) => z.string().nullable().meta({ description });

export const differenceAnswer = z
  .object({
    id: idSchema('difference'),
    kind: kind(),
    orderId: z.string().meta({ description: 'The id of the order.', example: 'order-1041' }),
    conversionId: idSchema('conversion').nullable().meta({
      description: 'The recorded order. Null for a missing one.',
    }),
    proposal: z.enum(proposals).meta({
      description:
        'The correction: `record` the order, `correct` its values, `cancel` it, or `none` if a person must decide: see `reason`.',
    }),
    changes: z
      .array(
        z.object({
          field: z.string().meta({ description: 'The field.', example: 'amount' }),
          recorded: value('The recorded value, or null.'),
          shop: value('The value of the shop, or null.'),
        }),
      )
      .meta({ description: 'The values that differ. Amounts are in the currency of the order.' }),
    state: z.enum(differenceStates).meta({
      description: '`applied`: the order is equal to the shop’s. `failed`: see `reason`.',
    }),
    reason: value('A sentence for people, or null.'),
  })
  .meta({ id: 'OrderDifference', description: 'A difference between an order here and in the shop.' });

export const applyInput = z
  .strictObject({
    differenceIds: z
      .array(idSchema('difference'))
      .min(1)
      .max(maxNamedDifferences)
      .optional()
      .meta({
        description:
          'The differences to apply. Absent: all that are missing or different, and not applied yet. An unknown order is canceled only if it ' +
          'is named, because a file can be incomplete.',
      }),
  })
  .meta({ id: 'ReconciliationApply', description: 'The differences to apply.' });

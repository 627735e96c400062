// Defines the rows in the responses of the endpoints of imports.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { importFields } from '#lib/outlets/imports/rules/fields.ts';
import { rowsAtOnce, rowsOnPage } from '#lib/outlets/imports/rules/limits.ts';
import { importActions } from './stored.ts';

const count = (description: string) => z.int().meta({ description });

export const number = z
  .int()
  .meta({ description: 'The number of the row in a spreadsheet. The header has the number 1.' });
export const values = z.record(z.string(), z.string()).meta({
  description: 'The cells of the row, by field. Empty cells are absent.',
  example: { email: 'ada@example.com' },
});

export const importRows = z
  .object({
    rows: z
      .array(
        z.object({
          number,
          values,
          action: z.enum(importActions).meta({
            description:
              'The effect of a start on the row: a prediction, or the result if `isDone`. `fail`: see `problems`.',
          }),
          isDone: z.boolean().meta({ description: 'Whether the import has done the row.' }),
          affiliateId: idSchema('affiliate').nullable().meta({ description: 'The creator, or null.' }),
          problems: z
            .array(
              z.object({
                field: z
                  .enum(importFields)
                  .nullable()
                  .meta({ description: 'The field, or null for the whole row.' }),
                message: z.string().meta({ description: 'The problem, and the value to write instead.' }),
                suggestion: z
                  .string()
                  .nullable()
                  .meta({ description: 'A value that would be valid, or null.' }),
              }),
            )
            .meta({ description: 'The reasons why the row fails.' }),
          undo: z
            .object({
              isUndone: z.boolean().meta({ description: 'True if the row is undone.' }),
              reason: z.string().nullable().meta({ description: 'The reason why the row stays, or null.' }),
            })
            .nullable()
            .meta({ description: 'The result of an undo of the row. Otherwise null.' }),
        }),
      )
      .meta({ description: `At most ${rowsOnPage} rows.` }),
    counts: z
      .object({
        created: count('Creators or orders that would be created.'),
        updated: count('Creators that would be changed.'),
        unchanged: count(
          'Creators that already have the values of the row, and orders that are recorded already.',
        ),
        skipped: count(
          'Creators that exist already, with `onExisting` = `skip`, and orders that an earlier program has taken back.',
        ),
        failed: count('Rows with problems.'),
      })
      .nullable()
      .meta({
        description: `The numbers of all rows of the file. Null without the query \`counts\`, and for more than ${rowsAtOnce} orders.`,
      }),
    next: z.int().nullable().meta({
      description:
        'Send it as `after` to read the next rows. Null after the last row. `rows` can be empty before.',
    }),
  })
  .meta({ id: 'ImportRows', description: 'Rows of the file of an import.' });

export const importKept = z
  .object({
    rows: z
      .array(
        z.object({
          number,
          affiliateId: idSchema('affiliate').nullable().meta({ description: 'The creator, or null.' }),
          conversionId: idSchema('conversion')
            .nullable()
            .meta({ description: 'The order that the row has created, or null.' }),
          reason: z.string().meta({ description: 'The reason why the row stays.' }),
        }),
      )
      .meta({ description: `At most ${rowsOnPage} rows.` }),
    next: z.int().nullable().meta({
      description: 'Send it as `after` to read further rows. Null at the end. `rows` can be empty before.',
    }),
  })
  .meta({ id: 'ImportKept', description: 'Rows that an undo keeps.' });

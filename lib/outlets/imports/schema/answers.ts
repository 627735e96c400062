// Defines the responses of the endpoints of imports.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { existing, field, source, type } from './endpoints.ts';
import { number, values } from './row-answers.ts';
import { importStatuses } from './stored.ts';

const count = (description: string) => z.int().meta({ description });

export const importAnswer = z
  .object({
    id: idSchema('import').meta({ description: 'The id of the import.' }),
    type: type(),
    source: source(),
    status: z.enum(importStatuses).meta({
      description:
        '`ready`: waits for its start. `running`: the service imports the rows. `completed`: each row has a result. `canceled`: the rows that ' +
        'were done stay. `failed`: see `failure`. `undoing`: the service undoes the rows. `undone`: see `undo`.',
    }),
    columns: z
      .array(
        z.object({ header: z.string().meta({ description: 'The header of the file.' }), field: field() }),
      )
      .meta({ description: 'The columns of the file, in their order.' }),
    onExisting: existing(),
    invite: z.boolean().meta({ description: 'Whether new creators without a status are `invited`.' }),
    progress: z
      .object({
        done: count('Rows with a result.'),
        total: count('Rows of the file.'),
        created: count('Creators or orders that were created.'),
        updated: count('Creators that were changed.'),
        unchanged: count(
          'Creators that already had the values of the row, and orders that were recorded already.',
        ),
        skipped: count(
          'Creators that exist already, with `onExisting` = `skip`, and orders that an earlier program has taken back.',
        ),
        failed: count('Rows with problems. Start the import again to retry them.'),
      })
      .meta({ id: 'ImportProgress', description: 'The numbers of rows.' }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'The reason of the failure of the import. Otherwise null.' }),
    undo: z
      .object({
        undone: count('Rows that are undone.'),
        kept: count('Rows that stay. `GET /imports/{id}/undo` has the reasons.'),
      })
      .nullable()
      .meta({ description: 'The progress of an undo. Null before.' }),
    createdAt: instant.meta({ description: 'When the file was sent.' }),
    completedAt: instant.nullable().meta({ description: 'When the last run ended. Otherwise null.' }),
    undoableUntil: instant.nullable().meta({
      description:
        'The time until which the import can be undone. Null before its end, and when nothing is left to undo.',
    }),
    fileDeletedAt: instant.meta({ description: 'When the file is deleted, or was deleted.' }),
  })
  .meta({ id: 'Import', description: 'An import of a file.' });

export const importDetails = importAnswer
  .extend({
    sample: z.array(z.object({ number, values })).meta({
      description: 'The first rows of the file. Empty after the file was deleted.',
    }),
  })
  .meta({ id: 'ImportDetails', description: 'An import, with the first rows of its file.' });

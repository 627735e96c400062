// Defines the input and the responses of the endpoints of imports.
import * as z from 'zod';
import { csvQuery, idOrCsvOf } from '#lib/foundation/contract/csv.ts';
import { flag, flagMetadata } from '#lib/foundation/contract/flag.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { importFields, importTypes } from '#lib/outlets/imports/rules/fields.ts';
import { maxCodesOfRow, maxColumns } from '#lib/outlets/imports/rules/limits.ts';
import { importSources } from '#lib/outlets/imports/rules/sources.ts';
import { onExisting } from './stored.ts';

export const type = () =>
  z.enum(importTypes).meta({
    description:
      'The kind of the rows of the file. `orders` are past orders, which are recorded with `settledElsewhere`.',
  });
export const source = () =>
  z.enum(importSources).meta({
    description: 'The program that has written the file, whose names of columns are recognized first.',
  });
const importField = z
  .enum(importFields)
  .meta({ id: 'ImportField', description: 'A field of a creator, or of an order.' });

export const field = () =>
  importField.nullable().meta({
    description:
      'The field of the column. `firstName` and `lastName` form the name. `trackingCode` can be a link of another program. ' +
      `\`discountCode\` has up to ${maxCodesOfRow} codes, separated by commas, which need \`discountValue\`. \`balance\` is what the ` +
      'creator was owed before, in the currency of the brand. An order needs `orderId`, `amount`, `occurredAt`, and the `trackingCode` or ' +
      'the `email` of its creator. Without `commissionAmount`, which the earlier program has paid, the terms decide. Null ignores the column.',
  });
const columns = () =>
  z.array(field()).min(1).max(maxColumns).meta({
    description: 'The field of each column of the file, in their order. Each field has at most one column.',
  });

export const importInput = z
  .strictObject({
    type: type(),
    csv: z.string().min(1).meta({
      description:
        'The file: a header and rows, separated by commas, semicolons or tabs. A file from Excel can be sent as `base64`.',
      example: 'Email;Name\nada@example.com;Ada',
    }),
    source: source().optional(),
    encoding: z.enum(['text', 'base64']).optional().meta({
      description:
        '`base64`: `csv` contains the bytes of the file, in UTF-8, UTF-16 or Windows-1252. Defaults to `text`.',
    }),
    columns: columns().optional().meta({
      description: 'The field of each column. By default, recognized by the headers in English or German.',
    }),
  })
  .refine(({ csv, encoding }) => encoding !== 'base64' || z.base64().safeParse(csv).success, {
    path: ['csv'],
    message: 'Must be Base64',
  })
  .meta({ id: 'ImportInput', description: 'A file with creators or orders.' });
export type ImportInput = z.output<typeof importInput>;

export const importChanges = z
  .strictObject({ columns: columns() })
  .meta({ id: 'ImportChanges', description: 'The field of each column of the file.' });

export const existing = () =>
  onExisting.meta({
    description:
      '`skip` leaves creators as they are who exist already. `update` changes the fields of the file.',
  });

export const startInput = z
  .strictObject({
    onExisting: existing(),
    invite: z.boolean().optional().meta({
      description:
        'Whether new creators whose row has no status are `invited`. Otherwise they are `active` at once. Defaults to false.',
    }),
  })
  .meta({ id: 'ImportStart', description: 'The treatment of new and existing creators by an import.' });
export type StartInput = z.output<typeof startInput>;

export const importIdOrCsv = idOrCsvOf('import');
export const fileQuery = z.strictObject(csvQuery);
export const importFilters = listQuerySchema({});

const rowNumber = /^[1-9]\d{0,8}$/;

const after = () =>
  z
    .string()
    .regex(rowNumber, 'Must be a number of a row, such as `next` of the previous response')
    .transform(Number)
    .optional()
    .meta({
      description: '`next` of the previous response.',
      override: { type: 'integer', minimum: 1 },
    });

export const rowsQuery = z.strictObject({
  counts: flag.meta(
    flagMetadata('`true` also judges all other rows, and returns their numbers as `counts`.'),
  ),
  problem: flag.meta(flagMetadata('`true` returns only rows with problems.')),
  onExisting: existing().default('update').meta({
    description: 'The treatment of existing creators by a start. A running import uses its own value.',
  }),
  after: after(),
});

export const keptQuery = z.strictObject({ after: after() });

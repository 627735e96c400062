// Defines how a CSV file is requested. Parses ids with an optional suffix `.csv`. API Gateway matches both forms with the same route.
import * as z from 'zod';
import { type IdKind, idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { flag, flagMetadata } from './flag.ts';
import type { Route } from './route.ts';

const extension = '.csv';

export const idOrCsvOf = (kind: IdKind) =>
  z
    .string()
    .transform((text) => {
      const isCsv = text.endsWith(extension);
      return { id: isCsv ? text.slice(0, -extension.length) : text, isCsv };
    })
    .pipe(z.object({ id: idSchema(kind), isCsv: z.boolean() }))
    .meta({ description: `The id of the ${idKinds[kind].name.toLowerCase()}.` });

const excel = flag.meta(
  flagMetadata(
    '`true` writes a CSV file for Excel in countries with a decimal comma: with a byte order mark, semicolons between the columns, and ' +
      'decimal commas. Has no effect on JSON.',
  ),
);

/** The query parameter of endpoints with a CSV file. */
export const csvQuery = { excel };

export const csvPathOf = ({ answer, path }: Pick<Route, 'answer' | 'path'>): string | undefined =>
  answer.kind === 'item' && answer.csv === 'suffix' ? `${path}${extension}` : undefined;

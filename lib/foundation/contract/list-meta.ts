// Defines `meta` of lists.
import * as z from 'zod';

export const listMeta = z
  .object({
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of items on all pages that match the filters.' }),
    totalIsExact: z.boolean().meta({
      description: 'False if more items match than the service counts. `total` is then 10,000.',
    }),
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `cursor` to get the next page. Null on the last page.' }),
  })
  .meta({ id: 'ListMeta', description: 'The position in a list.' });

export type ListMeta = Readonly<z.output<typeof listMeta>>;

// Defines `meta` of lists, of the feed and of the audit trail.
import * as z from 'zod';

export const listMeta = z.lazy(() =>
  z
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
    .meta({ id: 'ListMeta', description: 'The position in a list.' }),
);

export const feedMeta = z.lazy(() =>
  z
    .object({
      after: z.string().nullable().meta({
        description: 'Send it as `after` to get the events that follow. Null while there is no event.',
      }),
      hasMore: z.boolean().meta({ description: 'True if later events exist already.' }),
    })
    .meta({ id: 'FeedMeta', description: 'The position in the feed.' }),
);

export const trailMeta = z.lazy(() =>
  z
    .object({
      cursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it as `cursor` to get older entries. Null on the last page.' }),
    })
    .meta({ id: 'TrailMeta', description: 'The position in the audit trail.' }),
);

export type TrailMeta = Readonly<z.output<typeof trailMeta>>;

export type FeedMeta = Readonly<z.output<typeof feedMeta>>;

export type ListMeta = Readonly<z.output<typeof listMeta>>;

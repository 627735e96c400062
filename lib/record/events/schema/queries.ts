// Defines the query parameters of the feed and of the audit trail, and the positions in them.
import * as z from 'zod';
import { paging } from '#lib/foundation/contract/paging.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { trailPatterns, typePatterns } from '#lib/record/events/rules/type-patterns.ts';

/** Accepts several patterns, as in `?type=conversion.*&type=payout.paid`. The gateway joins repeated parameters with commas. */
const typesOf = (known: readonly string[]) =>
  z
    .string()
    .transform((text, { addIssue }) => {
      const patterns = [...new Set(text.split(','))];
      const unknown = patterns.find((pattern) => !known.includes(pattern));
      if (unknown === undefined) return patterns;
      addIssue('Must be types of events such as conversion.recorded, or patterns such as conversion.* or *');
      return z.NEVER;
    })
    .optional()
    .meta({
      override: {
        type: 'array',
        items: { type: 'string', enum: [...known] },
        description: 'Events of one of these types. `conversion.*` stands for all types of conversions.',
      },
    });

export const feedQuery = z.strictObject({
  after: idSchema('event').optional().meta({
    description:
      '`meta.after` of the previous response, or the id of an event. Returns the events that follow it.',
  }),
  type: typesOf(typePatterns),
  resourceId: idFilter.optional().meta({ description: 'Events of this resource, for example of a creator.' }),
  limit: paging.limit,
  createdFrom: paging.createdFrom,
  createdTo: paging.createdTo,
  timezone: paging.timezone,
});
export type FeedQuery = z.output<typeof feedQuery>;

const resourceId = idFilter
  .optional()
  .meta({ description: 'Entries about this resource, for example a creator or a user.' });
const actorId = idFilter.optional().meta({
  description:
    'Entries of this user or API key. `operator`, `schedule`, `service` and `public` are the actors without an id.',
});

export const trailQuery = z.strictObject({
  cursor: paging.cursor,
  actorId,
  resourceId,
  type: typesOf(trailPatterns),
  limit: paging.limit,
  createdFrom: paging.createdFrom,
  createdTo: paging.createdTo,
  timezone: paging.timezone,
});
export type TrailQuery = z.output<typeof trailQuery>;

export const feedMeta = z
  .object({
    after: z.string().nullable().meta({
      description: 'Send it as `after` to get the events that follow. Null while there is no event.',
    }),
    hasMore: z.boolean().meta({ description: 'True if later events exist already.' }),
  })
  .meta({ id: 'FeedMeta', description: 'The position in the feed.' });

export const trailMeta = z
  .object({
    cursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it as `cursor` to get older entries. Null on the last page.' }),
  })
  .meta({ id: 'TrailMeta', description: 'The position in the audit trail.' });

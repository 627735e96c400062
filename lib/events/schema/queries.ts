// Defines the query parameters of the feed.
import * as z from 'zod';
import { paging } from '#lib/contract/paging.ts';
import { typePatterns } from '#lib/events/rules/type-patterns.ts';
import { idFilter, idSchema } from '#lib/shared/ids.ts';

/** Accepts several patterns, as in `?type=conversion.*&type=payout.paid`. The gateway joins repeated parameters with commas. */
const types = z.lazy(() =>
  z
    .string()
    .transform((text, { addIssue }) => {
      const patterns = [...new Set(text.split(','))];
      const unknown = patterns.find((pattern) => !typePatterns.includes(pattern));
      if (unknown === undefined) return patterns;
      addIssue('Must be types of events such as conversion.recorded, or patterns such as conversion.* or *');
      return z.NEVER;
    })
    .optional()
    .meta({
      override: {
        type: 'array',
        items: { type: 'string', enum: [...typePatterns] },
        description: 'Events of one of these types. `conversion.*` stands for all types of conversions.',
      },
    }),
);

export const feedQuery = z.strictObject({
  after: z.lazy(() =>
    idSchema('event').optional().meta({
      description:
        '`meta.after` of the previous response, or the id of an event. Returns the events that follow it.',
    }),
  ),
  type: types,
  resourceId: z.lazy(() =>
    idFilter.optional().meta({ description: 'Events of this resource, for example of a creator.' }),
  ),
  limit: paging.limit,
  createdFrom: paging.createdFrom,
  createdTo: paging.createdTo,
  timezone: paging.timezone,
});
export type FeedQuery = z.output<typeof feedQuery>;

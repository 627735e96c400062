// Defines the query parameters of every list.
import * as z from 'zod';
import { dayOrInstant, timeZone } from '#lib/foundation/shared/date-schemas.ts';
import { type FilterSets, findFilterSet, unsupportedFilters } from './filter-sets.ts';

const pageSize = { default: 25, max: 100 } as const;

/** Accepts plain digits only, because coercion would read '' as 0 and '1e1' as 10. */
const limit = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, `Must be a whole number from 1 to ${pageSize.max}`)
  .transform(Number)
  .refine((value) => value <= pageSize.max, `Must be a whole number from 1 to ${pageSize.max}`)
  .default(pageSize.default)
  .meta({
    description: 'Maximum number of items on the page. A page with large items ends earlier, before 4 MB.',
    override: { type: 'integer', minimum: 1, maximum: pageSize.max, default: pageSize.default },
  });

const cursor = z
  .string()
  .min(1)
  .max(512)
  .optional()
  .meta({ description: '`meta.cursor` of the previous page. Send it with the same filters.' });

const createdFrom = dayOrInstant(
  'The first day in `timezone`, or the first instant, of the creation.',
).optional();
const createdTo = dayOrInstant(
  'The last day in `timezone`, or the last instant, of the creation.',
).optional();

/** One end of a range of times of an event, such as the approval, in the field `sortedBy` of the items. */
export const eventTime = (end: 'first' | 'last', event: string, sortedBy: string) =>
  dayOrInstant(
    `The ${end} day in \`timezone\`, or the ${end} instant, of the ${event}. Sorts the list by \`${sortedBy}\`.`,
  ).optional();

const order = z
  .enum(['desc', 'asc'])
  .default('desc')
  .meta({ description: '`desc` returns the newest items first, `asc` the oldest.' });

const timezone = timeZone
  .optional()
  .meta({ description: 'Time zone of the days in filters. Defaults to the brand’s.' });

export const paging = { limit, cursor, order, createdFrom, createdTo, timezone };

/** Accepts several values, as in `?status=a&status=b`. The gateway joins the values of a repeated parameter with commas. */
export const severalOf = <Value extends string>(
  values: z.ZodType<Value>,
  of: readonly Value[],
  description: string,
) =>
  z
    .string()
    .transform((text, { addIssue }) => {
      const parsed = z.array(values).safeParse(text.split(','));
      if (parsed.success) return [...new Set(parsed.data)].toSorted();
      addIssue(`Must be one of ${of.join(', ')}`);
      return z.NEVER;
    })
    .optional()
    .meta({
      description,
      override: { type: 'array', items: { type: 'string', enum: [...of] }, description },
    });

/** A query with filters of no set is a 400 that lists the sets. Without `sets`, all filters can be combined. */
export function listQuerySchema<Filters extends z.core.$ZodLooseShape>(
  filters: Filters,
  sets: FilterSets = { all: Object.keys(filters).map((name) => `${name}?`) },
) {
  const schema = z.strictObject({ ...paging, ...filters });
  return schema.superRefine((query, { addIssue }) => {
    if (findFilterSet(sets, query) !== undefined) return;
    const { path, message } = unsupportedFilters(sets, query, Object.keys(filters));
    addIssue({ code: 'custom', path: [...path], message });
  });
}

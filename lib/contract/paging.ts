// Defines the query parameters of every list.
import * as z from 'zod';

const pageSize = { default: 25, max: 100 } as const;

/** Accepts plain digits only, because coercion would read '' as 0 and '1e1' as 10. */
const limit = z.lazy(() =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `Must be a whole number from 1 to ${pageSize.max}`)
    .transform(Number)
    .refine((value) => value <= pageSize.max, `Must be a whole number from 1 to ${pageSize.max}`)
    .default(pageSize.default)
    .meta({
      description: 'Maximum number of items on the page.',
      override: { type: 'integer', minimum: 1, maximum: pageSize.max, default: pageSize.default },
    }),
);

const cursor = z
  .lazy(() => z.string().min(1).max(512).optional())
  .meta({ description: '`meta.cursor` of the previous page. Send it with the same filters.' });

export const paging = { limit, cursor };

export const listQuerySchema = <Filters extends z.core.$ZodLooseShape>(filters: Filters) =>
  z.strictObject({ ...paging, ...filters });

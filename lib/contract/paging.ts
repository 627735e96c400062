// The query parameters that every list takes.
import * as z from 'zod';

const pageSize = { default: 25, max: 100 } as const;

/** Only plain digits are a number here: coercion would take '' for 0 and '1e1' for 10. */
const limit = z.lazy(() =>
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `Must be a whole number from 1 to ${pageSize.max}`)
    .transform(Number)
    .refine((value) => value <= pageSize.max, `Must be a whole number from 1 to ${pageSize.max}`)
    .default(pageSize.default)
    .meta({ override: { type: 'integer', minimum: 1, maximum: pageSize.max, default: pageSize.default } }),
);

const cursor = z
  .lazy(() => z.string().min(1).max(512).optional())
  .meta({ description: 'The `meta.cursor` of the page before, with the same filters' });

export const paging = { limit, cursor };

/** The query of a list: `limit`, `cursor`, and the filters it has. */
export const listQuerySchema = <Filters extends z.core.$ZodLooseShape>(filters: Filters) =>
  z.strictObject({ ...paging, ...filters });

// Defines over how many partitions the lists of a brand are spread (lib/brands/rules/list-spread.ts).
import * as z from 'zod';
import { instant } from './date-schemas.ts';

/** Since `from`, new conversions and commissions are spread over `partitions` instead of `before`. Absent for lists of one partition. */
export const storedListSpread = z.lazy(() =>
  z.object({ partitions: z.int(), before: z.int(), from: instant }),
);

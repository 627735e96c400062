// The query parameter of what can be tried out before it is done.
import * as z from 'zod';

const dryRun = z
  .lazy(() => z.enum(['true', 'false']).optional())
  .meta({
    description:
      'true: answers what would happen (200), and writes nothing. What has been done already is answered as it is. An ' +
      'Idempotency-Key is checked, and stays free',
  });

export const dryRunQuery = z.strictObject({ dryRun });

/** Whether a request only asks. */
export const isDryRun = (query: unknown): boolean =>
  (query as z.output<typeof dryRunQuery> | undefined)?.dryRun === 'true';

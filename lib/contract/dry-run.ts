// The query parameter of what can be tried out before it is done.
import * as z from 'zod';

const dryRun = z
  .lazy(() => z.enum(['true', 'false']).optional())
  .meta({ description: 'true: answers what would happen (200), and writes nothing' });

export const dryRunQuery = z.strictObject({ dryRun });

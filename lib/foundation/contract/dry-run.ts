// Defines the query parameter of endpoints that support dry runs.
import * as z from 'zod';
import { flag, flagMetadata } from './flag.ts';

const dryRun = flag.meta(
  flagMetadata(
    '`true` previews the result (200) without writing anything. If the resource already exists, it is returned as it is. A dry run ' +
      'validates the `Idempotency-Key` but does not consume it.',
  ),
);

export const dryRunQuery = z.strictObject({ dryRun });

export const isDryRun = (query: unknown): boolean =>
  (query as z.output<typeof dryRunQuery> | undefined)?.dryRun === true;

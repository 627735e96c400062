// Refuses changes on a stage that is read-only, so that its table can be restored or moved. docs/decisions/0115
// This file must not import zod, because zod slows down the cold start of the tracking link.

import { DomainError } from './errors.ts';
import { linkEnvironment } from './link-environment.ts';

const retryAfterSeconds = 60;

export const isReadOnly = (): boolean => linkEnvironment.WRITES === 'off';

/** Throws a 503 if the stage is read-only. */
export function requireWritable(): void {
  if (!isReadOnly()) return;
  throw new DomainError(
    'unavailable',
    'read_only',
    'No changes are accepted during maintenance, and nothing was changed. Send the request again later',
    { retryAfterSeconds },
  );
}

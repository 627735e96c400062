// Records the last use of an API key while the handler runs.
import { recordUse } from '#lib/access/api-keys/store/authenticate.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import type { Middleware, MiddlewareRequest } from './middleware.ts';

/** The response waits for the record, because Lambda stops the function after the response. */
export function keyUse(): Middleware {
  const finish = async ({ internal }: MiddlewareRequest): Promise<void> => internal.keyUse;
  return {
    before: ({ internal }) => {
      const caller = internal.auth?.caller;
      if (caller?.kind === 'key' && !isReadOnly()) internal.keyUse = recordUse(caller, internal.now);
    },
    after: finish,
    onError: finish,
  };
}

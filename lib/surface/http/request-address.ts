// Stores the IP address of a request while the handler runs, for brands whose audit trail shows it.
import { withNewAddress } from '#lib/access/api-keys/rules/key-addresses.ts';
import { recordAddress } from '#lib/access/audit-entries/writes.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import { withTimeLimit } from '#lib/foundation/shared/time-limit.ts';
import { putItem } from '#lib/foundation/table/client.ts';
import type { AnyCaller } from './any-caller.ts';
import type { Middleware, MiddlewareRequest } from './middleware.ts';
import type { HttpEvent } from './request.ts';

/** The response of a request waits at most this long for the record. */
const limitMilliseconds = 300;

/** A read has no entry in the audit trail, except for the first use of an API key from an address. */
const canHaveEntry = ({ method }: Route, caller: AnyCaller, now: Date): boolean =>
  method !== 'GET' ||
  (caller.kind === 'key' &&
    withNewAddress(caller.use?.addresses ?? [], caller.addressHash, now) !== undefined);

/** Never fails: the request is worth more than the record. */
async function store({ requestContext }: HttpEvent, { brand }: AnyCaller, now: Date): Promise<void> {
  const { requestId, http } = requestContext;
  const { item } = recordAddress({ brandId: brand.id, requestId, address: http.sourceIp }, now);
  const write = putItem({ Item: item }).catch((error: unknown) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    logger.warn('address of a request not recorded', { requestId, failure: { name, message } });
  });
  await withTimeLimit<unknown>(limitMilliseconds, write, () => undefined);
}

/** The response waits for the record, because Lambda stops the function after the response. */
export function requestAddress(route: Route): Middleware {
  const finish = async ({ internal }: MiddlewareRequest): Promise<void> => internal.addressRecord;
  return {
    before: ({ event, internal }) => {
      const caller = internal.auth?.caller;
      if (isReadOnly()) return;
      if (caller?.brand.auditAddresses === 'clear' && canHaveEntry(route, caller, internal.now))
        internal.addressRecord = store(event, caller, internal.now);
    },
    after: finish,
    onError: finish,
  };
}

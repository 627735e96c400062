// The stack of an endpoint that takes an `Idempotency-Key`. It commits a handler's writes together with the stored
// response, so a retry executes once and returns the original response. docs/decisions/0031
import { isDryRun } from '#lib/contract/dry-run.ts';
import { idempotencyKeyHeader, replayedHeader } from '#lib/contract/idempotency-key.ts';
import type { Route } from '#lib/contract/route.ts';
import { type Attempt, singleAttempt } from '#lib/idempotency/rules/attempt.ts';
import {
  acquireClaim,
  type Claim,
  claimKey,
  type IdempotentRequest,
  releaseClaim,
  storeResponse,
} from '#lib/idempotency/store.ts';
import { storeResponseWrite } from '#lib/idempotency/writes.ts';
import { DomainError, isUnavailable } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';
import type { Prefetch } from './access.ts';
import { type EndpointOptions, type Handler, prefetchNothing, stackOf } from './endpoint.ts';
import type { RequestBase, RequestOf } from './request.ts';
import { type HttpResult, type ResultOf, withText } from './response.ts';
import { answerOf } from './validation.ts';

type IdempotentRoute = Route & {
  readonly method: 'POST';
  readonly access: Exclude<Route['access'], 'public'>;
};

/** An answer, and the writes to commit before it is sent. A handler that commits its own writes returns none. */
interface Effect<R extends Route> {
  readonly answer: ResultOf<R>;
  readonly writes?: readonly Write[];
}

/** Effects of several transactions use the attempt: it derives the same ids and tokens in every retry. */
interface WithAttempt {
  readonly attempt: Attempt;
}

type Handle<R extends Route, Data> = (
  request: RequestOf<R, Data> & WithAttempt,
) => Promise<Effect<R>> | Effect<R>;

interface Options<Data> extends EndpointOptions<Data> {
  /** How often the handler runs when an item keeps changing between its read and its write. */
  readonly conflictAttempts?: number;
}

/** The endpoint's own data, and the stored claim of its key. */
interface DataAndClaim<Data> {
  readonly data: Data;
  readonly storedClaim: Item | undefined;
}

/** The Lambda handler of a route that takes an `Idempotency-Key`. */
export const idempotentEndpoint = <R extends IdempotentRoute, Data = undefined>(
  route: R,
  handle: Handle<R, Data>,
  { prefetch = prefetchNothing as Prefetch<Data>, conflictAttempts }: Options<Data> = {},
): Handler =>
  stackOf<R, DataAndClaim<Data>>(
    route,
    (request) => {
      const run = (claim?: Claim) => runAndCommit(route, handle, request, claim, conflictAttempts);
      // A dry run has no effect, so it does not consume the key.
      return request.idempotencyKey === undefined || isDryRun(request.query)
        ? run()
        : respondOnce(route, request, run);
    },
    withStoredClaim(prefetch),
  );

/** Reads the claim in the call that authenticates, after the endpoint's own items. */
const withStoredClaim =
  <Data>(prefetch: Prefetch<Data>): Prefetch<DataAndClaim<Data>> =>
  (event, brandId, now) => {
    const { keys, parse } = prefetch(event, brandId, now);
    const key = event.headers[idempotencyKeyHeader.toLowerCase()];
    return {
      keys: [...keys, ...(key === undefined ? [] : [claimKey(brandId, key)])],
      parse: (items) => ({ data: parse(items.slice(0, keys.length)), storedClaim: items[keys.length] }),
    };
  };

/** Returns the stored response of an earlier request, or acquires the claim and runs. */
async function respondOnce<R extends IdempotentRoute, Data>(
  route: R,
  request: RequestOf<R, DataAndClaim<Data>>,
  run: (claim: Claim) => Promise<HttpResult>,
): Promise<HttpResult> {
  const claim = await acquireClaim(idempotentRequest(route, request), request.prefetched.storedClaim);
  if (!('owner' in claim)) return withText(claim.statusCode, claim.body, { [replayedHeader]: 'true' });
  try {
    return await run(claim);
  } catch (error) {
    await release(claim, request, error);
    throw error;
  }
}

function idempotentRequest(route: IdempotentRoute, request: RequestBase): IdempotentRequest {
  const { caller, idempotencyKey, params, query, body, requestId, now } =
    request as RequestOf<IdempotentRoute> & { readonly body?: unknown };
  return {
    key: claimKey(caller.brand.id, idempotencyKey ?? ''),
    id: requestId,
    content: { route: route.name, params, query, body },
    now,
  };
}

/** Runs the handler and commits its writes with the response. After a conflict, it runs again with fresh items. */
function runAndCommit<R extends IdempotentRoute, Data>(
  route: R,
  handle: Handle<R, Data>,
  request: RequestOf<R, DataAndClaim<Data>>,
  claim: Claim | undefined,
  conflictAttempts: number | undefined,
): Promise<HttpResult> {
  const attempt = claim?.attempt ?? singleAttempt(request.now);
  return retryOnConflict(async (conflicts) => {
    const { data } = conflicts === 0 ? request.prefetched : await request.refetch();
    const { answer, writes = [] } = await handle({ ...request, prefetched: data, attempt } as RequestOf<
      R,
      Data
    > &
      WithAttempt);
    const response = answerOf(route, answer);
    if (writes.length === 0) {
      if (claim !== undefined) await storeResponse(claim, response);
    } else {
      const stored = claim === undefined ? [] : [storeResponseWrite(claim, response)];
      await transact([...stored, ...writes]);
    }
    return response;
  }, conflictAttempts);
}

/** If releasing fails, the lease expires by itself, so the caller receives the first error. */
async function release(claim: Claim, { now, requestId }: RequestBase, error: unknown): Promise<void> {
  try {
    await releaseClaim(
      claim,
      error instanceof DomainError && !isUnavailable(error) ? 'refused' : 'failed',
      now,
    );
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure));
    logger.warn('idempotency claim not released', { requestId, failure: { name, message } });
  }
}

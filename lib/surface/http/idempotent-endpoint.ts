// Builds the handler of an endpoint that accepts an `Idempotency-Key`. docs/decisions/0031
import { isDryRun } from '#lib/foundation/contract/dry-run.ts';
import { idempotencyKeyHeader, replayedHeader } from '#lib/foundation/contract/idempotency-key.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { type Attempt, singleAttempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { requestInProgress } from '#lib/foundation/idempotency/rules/claim.ts';
import {
  acquireClaim,
  type Claim,
  claimKey,
  releaseClaim,
  storeResponse,
} from '#lib/foundation/idempotency/store.ts';
import { storeResponseWrite } from '#lib/foundation/idempotency/writes.ts';
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { Prefetch } from './authenticate.ts';
import { withRejectedRows } from './batch.ts';
import { createHandler, type EndpointOptions, type Handler, noPrefetch } from './endpoint.ts';
import { type IdempotentRoute, idempotentRequest } from './idempotent-request.ts';
import { withPresentRights } from './present-rights.ts';
import type { RequestBase, RequestOf } from './request.ts';
import { type HttpResult, type ResultOf, type SerializedReply, textResponse } from './response.ts';
import { toResponse } from './validation.ts';

interface AnswerAndWrites<R extends Route> {
  readonly answer: ResultOf<R>;
  readonly writes?: readonly Write[];
}

/** Handlers with several transactions use `attempt`, which creates the same ids in every retry with the idempotency key. */
type IdempotentRequestOf<R extends Route, Data> = RequestOf<R, Data> & { readonly attempt: Attempt };

type Handle<R extends Route, Data> = (
  request: IdempotentRequestOf<R, Data>,
) => Promise<AnswerAndWrites<R>> | AnswerAndWrites<R>;

interface Options<R extends Route, Data> extends EndpointOptions<Data> {
  readonly conflictAttempts?: number;
  /** Adds facts to the error of a refused write that only another read can supply, such as suggestions. */
  readonly completeError?: (error: DomainError, request: RequestOf<R, Data>) => Promise<DomainError>;
}

interface DataAndClaim<Data> {
  readonly data: Data;
  readonly storedClaim: Item | undefined;
}

/** Commits the writes that `handle` returns. After a write conflict, `handle` runs again with freshly read items. */
export const idempotentEndpoint = <R extends IdempotentRoute, Data = undefined>(
  route: R,
  handle: Handle<R, Data>,
  {
    prefetch = noPrefetch as Prefetch<Data>,
    conflictAttempts,
    completeError = async (error) => error,
    authenticate,
  }: Options<R, Data> = {},
): Handler =>
  createHandler<R, DataAndClaim<Data>>(
    route,
    (request) => {
      const run = (claim?: Claim, attempt = claim?.attempt ?? singleAttempt(request.now)) =>
        withPresentRights(request, (present) =>
          retryOnConflict(async (conflicts) => {
            const { data } = conflicts === 0 ? present.prefetched : await present.refetch();
            const input = { ...present, prefetched: data, attempt } as IdempotentRequestOf<R, Data>;
            const { answer, writes = [] } = await handle(input);
            const response = toResponse(route, withRejectedRows(answer, present.rejected));
            await commit(claim, response, writes).catch(async (error: unknown) => {
              throw error instanceof DomainError ? await completeError(error, input) : error;
            });
            return response;
          }, conflictAttempts),
        );
      // A dry run has no effect, so it does not consume the key.
      return request.idempotencyKey === undefined || isDryRun(request.query)
        ? run()
        : respondOnce(route, request, run);
    },
    withStoredClaim(prefetch),
    authenticate,
  );

const withStoredClaim =
  <Data>(prefetch: Prefetch<Data>): Prefetch<DataAndClaim<Data>> =>
  (event, brandId, now, affiliateId) => {
    const { keys, parse } = prefetch(event, brandId, now, affiliateId);
    const key = event.headers[idempotencyKeyHeader.toLowerCase()];
    return {
      keys: [...keys, ...(key === undefined ? [] : [claimKey(brandId, key, affiliateId)])],
      parse: (items) => ({ data: parse(items.slice(0, keys.length)), storedClaim: items[keys.length] }),
    };
  };

async function respondOnce<R extends IdempotentRoute, Data>(
  route: R,
  request: RequestOf<R, DataAndClaim<Data>>,
  run: (claim: Claim) => Promise<HttpResult>,
): Promise<HttpResult> {
  const claim = await acquireClaim(idempotentRequest(route, request), request.prefetched.storedClaim);
  if (!('owner' in claim)) return textResponse(claim.statusCode, claim.body, { [replayedHeader]: 'true' });
  try {
    return await run(claim);
  } catch (error) {
    // A refusal can follow from the effect of the request that has taken over, such as a payout that is no longer paid.
    throw (await release(claim, request, error)) ? requestInProgress() : error;
  }
}

async function commit(
  claim: Claim | undefined,
  response: SerializedReply,
  writes: readonly Write[],
): Promise<void> {
  if (writes.length > 0) {
    await transact([...(claim === undefined ? [] : [storeResponseWrite(claim, response)]), ...writes]);
  } else if (claim !== undefined) {
    await storeResponse(claim, response);
  }
}

/**
 * Returns true after a refusal if another request has taken over the claim. Logs a failure instead of throwing it: the caller must
 * receive the original error, and the claim's lease expires anyway.
 */
async function release(
  claim: Claim,
  { receivedAt, requestId }: RequestBase,
  error: unknown,
): Promise<boolean> {
  const end = error instanceof DomainError && !isUnavailable(error) ? 'refused' : 'failed';
  try {
    const isTakenOver = await releaseClaim(claim, end, receivedAt);
    return isTakenOver && end === 'refused';
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure));
    logger.warn('idempotency claim not released', { requestId, failure: { name, message } });
    return false;
  }
}

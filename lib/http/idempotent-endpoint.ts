// The stack of an endpoint that takes an idempotency key: as endpoint.ts, but that a request which is sent again has its
// effect once, and the answer it had. docs/decisions/0031
import { isDryRun } from '#lib/contract/dry-run.ts';
import { idempotencyKeyHeader, replayedHeader } from '#lib/contract/idempotency-key.ts';
import type { Route } from '#lib/contract/route.ts';
import { type Attempt, singleAttempt } from '#lib/idempotency/rules/attempt.ts';
import {
  type Claim,
  acquireClaim,
  claimKey,
  type IdempotentRequest,
  storeResponse,
  releaseClaim,
  storeResponseWrite,
} from '#lib/idempotency/store.ts';
import { DomainError, isUnavailable } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import type { Write } from '#lib/table/writes/write.ts';
import type { Prefetch } from './access.ts';
import { type Handler, type Options, stackOf } from './endpoint.ts';
import type { RequestBase, RequestOf } from './request.ts';
import { type HttpResult, type ResultOf, type Serialized, withText } from './response.ts';
import { answerOf } from './validation.ts';

type KeyedRoute = Route & { readonly method: 'POST'; readonly access: Exclude<Route['access'], 'public'> };

/** What handlers of these endpoints receive besides. */
interface Keyed<R extends Route, Ahead> {
  /**
   * What keeps an answer, to be written in the transaction of the effect that it tells of; then the handler returns that
   * answer. Nothing where the request names no key.
   */
  readonly remember: (result: ResultOf<R>) => readonly Write[];
  /** For effects that no single transaction holds: what is made again by it is the same as before. */
  readonly attempt: Attempt;
  /** What was read ahead; undefined where nothing was. */
  readonly ahead: Ahead | undefined;
}

type Handle<R extends Route, Ahead> = (request: RequestOf<R> & Keyed<R, Ahead>) => Promise<ResultOf<R>>;

interface KeyedOptions<R extends Route, Ahead> extends Options {
  /** Reads what the handler will need, while its key is being claimed: so a key costs no call that waits for another. */
  readonly readAhead?: (request: RequestOf<R>) => Promise<Ahead>;
}

/** The Lambda handler of a route that takes an idempotency key. */
export const idempotentEndpoint = <R extends KeyedRoute, Ahead = never>(
  route: R,
  handle: Handle<R, Ahead>,
  { prefetch = () => [], readAhead }: KeyedOptions<R, Ahead> = {},
): Handler =>
  stackOf(
    route,
    async (request) => {
      if (request.idempotencyKey === undefined) return answerWithout(route, handle, request);
      // Whoever only asks has no effect that could be doubled, and may use the key for what is done then.
      return isDryRun(request.query)
        ? answerWithout(route, handle, withoutClaim(request))
        : answerUnderKey(route, handle, request, readAhead);
    },
    // The claim is read in the read that authenticates, as the last of what is.
    { prefetch: (event, brandId) => [...prefetch(event, brandId), ...claimIn(event, brandId)] },
  );

const claimIn: Prefetch = ({ headers }, brandId) => {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  return key === undefined ? [] : [claimKey(brandId, key)];
};

const answerWithout = async <R extends KeyedRoute, Ahead>(
  route: R,
  handle: Handle<R, Ahead>,
  request: RequestOf<R>,
) => {
  const keyless = { remember: () => [], attempt: singleAttempt(request.now), ahead: undefined };
  return answerOf(route, await handle({ ...request, ...keyless }));
};

const withoutClaim = <R extends KeyedRoute>(request: RequestOf<R>): RequestOf<R> => ({
  ...request,
  prefetched: request.prefetched.slice(0, -1),
});

async function answerUnderKey<R extends KeyedRoute, Ahead>(
  route: R,
  handle: Handle<R, Ahead>,
  request: RequestOf<R>,
  readAhead: KeyedOptions<R, Ahead>['readAhead'],
): Promise<HttpResult> {
  const asked = withoutClaim(request);
  const known = request.prefetched.at(-1);
  const claiming = acquireClaim(keyedRequest(route, request), known);
  const ahead = known === undefined ? readAhead?.(asked) : undefined;
  // Where it fails, whoever waits for it is told: below, if the key is claimed.
  ahead?.catch(() => {});
  const claimed = await claiming;
  if (!('owner' in claimed)) {
    return withText(claimed.statusCode, claimed.body, { [replayedHeader]: 'true' });
  }
  try {
    return await answerOnce(route, handle, { ...asked, ahead: await ahead }, claimed);
  } catch (error) {
    await giveUp(claimed, request, error);
    throw error;
  }
}

/** What makes a request the same as another one, and its key, by which it is found again: whoever comes this far has both. */
function keyedRequest(route: KeyedRoute, request: RequestBase): IdempotentRequest {
  const { caller, idempotencyKey, ...asked } = request as RequestOf<KeyedRoute> & { readonly body?: unknown };
  const { params, query, body, requestId, now } = asked;
  return {
    key: claimKey(caller.brand.id, idempotencyKey ?? ''),
    id: requestId,
    content: { route: route.name, params, query, body },
    now,
  };
}

/** The handler's answer, which is kept by then: in the transaction of its effect, or here, where that is not one. */
async function answerOnce<R extends KeyedRoute, Ahead>(
  route: R,
  handle: Handle<R, Ahead>,
  request: RequestOf<R> & Pick<Keyed<R, Ahead>, 'ahead'>,
  claimed: Claim,
): Promise<HttpResult> {
  const kept = new Map<unknown, Serialized>();
  const remember = (result: ResultOf<R>) => {
    const answer = answerOf(route, result);
    kept.set(result, answer);
    return [storeResponseWrite(claimed, answer)];
  };
  const result = await handle({ ...request, remember, attempt: claimed.attempt });
  const inItsTransaction = kept.get(result);
  if (inItsTransaction !== undefined) return inItsTransaction;
  const answer = answerOf(route, result);
  await storeResponse(claimed, answer);
  return answer;
}

/** Where that fails, too, the key is free when its lease is over: so nobody is told of anything but the first failure. */
async function giveUp(claimed: Claim, { now, requestId }: RequestBase, error: unknown): Promise<void> {
  try {
    await releaseClaim(claimed, error instanceof DomainError && !isUnavailable(error) ? 'refused' : 'failed', now);
  } catch (failure) {
    const { name, message } = failure instanceof Error ? failure : new Error(String(failure));
    logger.warn('idempotency key not let go', { requestId, failure: { name, message } });
  }
}

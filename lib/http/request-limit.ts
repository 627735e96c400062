// Refuses the requests of a brand above its limit, and tells each caller how many requests are left.
import { requestsPerMinuteOf } from '#lib/billing/rules/plans.ts';
import type { Route } from '#lib/contract/route.ts';
import { costOf, decide, secondsUntilReset } from '#lib/request-limits/rules/window.ts';
import { countRequest } from '#lib/request-limits/store/count.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { type Middleware, type MiddlewareRequest, resultOf, type State } from './middleware.ts';

const refusal = (limit: number, seconds: number): DomainError =>
  new DomainError(
    'tooManyRequests',
    'request_limit_reached',
    `The brand may send ${limit} requests in a minute. Send the request again in ${seconds} seconds`,
    { retryAfterSeconds: seconds },
  );

/** Counts the request with this cost, instead of the cost that was counted before. A refused request costs nothing. */
function charge(internal: State, cost: number): void {
  const { auth, now, chargedCost = 0 } = internal;
  if (auth?.requests === undefined) return;
  const { window, counted = -1 } = auth.requests;
  // A count that is no number would refuse every request.
  if (!(counted >= 0)) return;
  const limit = requestsPerMinuteOf(auth.caller.brand);
  const { isAllowed, cost: charged, remaining } = decide(counted, cost, limit);
  const seconds = secondsUntilReset(now);
  internal.limitHeaders = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(seconds),
  };
  internal.chargedCost = isAllowed ? charged : 0;
  countRequest(window, internal.chargedCost - chargedCost);
  if (!isAllowed) throw refusal(limit, seconds);
}

/** Runs before the other checks of the caller, so that requests that fail them also count and have the headers. */
export function requestLimit(): Middleware {
  const addHeaders = (request: MiddlewareRequest): void => {
    const result = resultOf(request);
    request.response = { ...result, headers: { ...result.headers, ...request.internal.limitHeaders } };
  };
  return {
    before: ({ internal }) => charge(internal, 1),
    after: addHeaders,
    onError: addHeaders,
  };
}

/** Each item of a batch counts as a request. */
export const itemLimit = ({ answer }: Route): Middleware => ({
  before: ({ event, internal }) => charge(internal, costOf(answer, event.body)),
});

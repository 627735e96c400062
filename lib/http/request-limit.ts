// Refuses the requests of a brand above its limit, and tells each caller how many requests are left.
import { requestsPerMinuteOf } from '#lib/billing/rules/plans.ts';
import { costOf, decide, secondsUntilReset } from '#lib/request-limits/rules/window.ts';
import { countRequest } from '#lib/request-limits/store/count.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { type Middleware, type MiddlewareRequest, resultOf } from './middleware.ts';

const refusal = (limit: number, seconds: number): DomainError =>
  new DomainError(
    'tooManyRequests',
    'request_limit_reached',
    `The brand may send ${limit} requests in a minute. Send the request again in ${seconds} seconds`,
    { retryAfterSeconds: seconds },
  );

/** Needs the body, because each item of a list in it counts as a request. */
export function requestLimit(): Middleware {
  const addHeaders = (request: MiddlewareRequest): void => {
    const result = resultOf(request);
    request.response = { ...result, headers: { ...result.headers, ...request.internal.limitHeaders } };
  };
  return {
    before: ({ event, internal }) => {
      const { auth, now } = internal;
      if (auth?.requests?.counted === undefined) return;
      const { window, counted } = auth.requests;
      const limit = requestsPerMinuteOf(auth.caller.brand);
      const { isAllowed, cost, remaining } = decide(counted, costOf(event.body), limit);
      const seconds = secondsUntilReset(now);
      internal.limitHeaders = {
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(seconds),
      };
      if (!isAllowed) throw refusal(limit, seconds);
      countRequest(window, cost);
    },
    after: addHeaders,
    onError: addHeaders,
  };
}

// Refuses the requests of a caller or of a brand above the limit, and tells each caller how many requests are left.
import { requestsPerMinuteOf } from '#lib/access/billing/rules/plans.ts';
import { costOf, decide, secondsUntilReset } from '#lib/access/request-limits/rules/window.ts';
import {
  brandCounter,
  type Counts,
  counterOf,
  countRequest,
} from '#lib/access/request-limits/store/count.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { creatorRequestsPerMinute } from '#lib/program/creator-sessions/rules/limits.ts';
import type { AnyCaller } from './any-caller.ts';
import { type Middleware, type MiddlewareRequest, resultOf, type State } from './middleware.ts';
import type { RequestCount } from './request-count.ts';

/** `who` is the first that is above its limit: a caller alone may send as many requests as its brand. */
const refusal = (who: string, limit: number, seconds: number): DomainError =>
  new DomainError(
    'tooManyRequests',
    'request_limit_reached',
    `${who} may send ${limit} requests in a minute. Send the request again in ${seconds} seconds`,
    { retryAfterSeconds: seconds },
  );

const limitOf = ({ kind, brand }: AnyCaller): number =>
  kind === 'creator' ? creatorRequestsPerMinute : requestsPerMinuteOf(brand);

const nameOf = ({ kind }: AnyCaller): string => (kind === 'creator' ? 'A creator' : 'A user or an API key');

/** Counts the request with these costs, instead of those that were counted before. */
function setCosts(internal: State, requests: RequestCount, costs: Counts): void {
  const { window, callerId } = requests;
  const { brand, caller } = internal.chargedCosts ?? { brand: 0, caller: 0 };
  countRequest(window, brandCounter, costs.brand - brand);
  countRequest(window, counterOf(callerId), costs.caller - caller);
  internal.chargedCosts = costs;
}

/** A request above a limit costs nothing, and some endpoints accept it. */
function charge({ ignoresRequestLimit }: Route, internal: State, costs: Counts): void {
  const { auth, now } = internal;
  const requests = auth?.requests;
  const { brand: countedOfBrand = -1, caller: countedOfCaller = -1 } = requests?.counted ?? {};
  // A count that is no number would refuse every request.
  if (auth === undefined || requests === undefined || !(countedOfBrand >= 0) || !(countedOfCaller >= 0))
    return;
  const limit = limitOf(auth.caller);
  const ofBrand = decide(countedOfBrand, costs.brand, limit);
  const ofCaller = decide(countedOfCaller, costs.caller, limit);
  const isAllowed = ofBrand.isAllowed && ofCaller.isAllowed;
  const seconds = secondsUntilReset(now);
  internal.limitHeaders = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.min(ofBrand.remaining, ofCaller.remaining)),
    'x-ratelimit-reset': String(seconds),
  };
  const charged = { brand: ofBrand.cost, caller: ofCaller.cost };
  setCosts(internal, requests, isAllowed ? charged : { brand: 0, caller: 0 });
  if (!isAllowed && ignoresRequestLimit !== true) {
    throw refusal(ofCaller.isAllowed ? 'The brand' : nameOf(auth.caller), limit, seconds);
  }
}

/**
 * Counts the request for its caller only, before the other checks of the caller. So an API key that lacks a scope uses up its own limit, but
 * not the limit of the brand.
 */
export function callerLimit(route: Route): Middleware {
  const addHeaders = (request: MiddlewareRequest): void => {
    const result = resultOf(request);
    request.response = { ...result, headers: { ...result.headers, ...request.internal.limitHeaders } };
  };
  return {
    before: ({ internal }) => charge(route, internal, { brand: 0, caller: 1 }),
    after: addHeaders,
    onError: addHeaders,
  };
}

/** Runs after the other checks of the caller, so that requests which they refuse do not count for the brand. */
export const brandLimit = (route: Route): Middleware => ({
  before: ({ internal }) => charge(route, internal, { brand: 1, caller: 1 }),
});

/** Each item of a batch counts as a request of the brand. */
export const itemLimit = (route: Route): Middleware => ({
  before: ({ event, internal }) =>
    charge(route, internal, { brand: costOf(route.answer, event.body), caller: 1 }),
});

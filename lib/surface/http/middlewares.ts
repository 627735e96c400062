// Defines the middlewares of endpoints. They share the state of a request in `internal`.
import { actorOf, keyIdOf } from '#lib/access/auth/rules/caller.ts';
import { modeHeader } from '#lib/foundation/contract/mode.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { setActor } from '#lib/foundation/shared/actor.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { withTimeLimit } from '#lib/foundation/shared/time-limit.ts';
import { currentMeter } from '#lib/foundation/table/current-meter.ts';
import { requireAccess, requireAdminForRates, requireValidMode } from './access.ts';
import type { AnyCaller } from './any-caller.ts';
import type { Authenticate, Authenticated, Prefetch } from './authenticate.ts';
import { errorReply } from './error-body.ts';
import { withStandardHeaders } from './headers.ts';
import { type Middleware, type MiddlewareRequest, resultOf } from './middleware.ts';
import { acceptsCsv } from './request.ts';
import { writeRequestLog } from './request-log.ts';
import { serialize } from './response.ts';
import { parseInput } from './validation.ts';

export function requestLog(route: Route): Middleware {
  const write = (request: MiddlewareRequest) =>
    writeRequestLog({
      route: route.name,
      requestId: request.internal.event.requestContext.requestId,
      brandId: request.internal.auth?.caller.brand.id,
      keyId: keyIdOf(request.internal.auth?.caller),
      status: resultOf(request).statusCode,
      startedAt: request.internal.now,
      meter: request.internal.meter,
      error: request.error ?? undefined,
    });
  return {
    before: (request) => {
      Object.assign(request.internal, { event: request.event, now: now(), meter: currentMeter() });
    },
    after: write,
    onError: write,
  };
}

export function securityHeaders(): Middleware {
  const add = (request: MiddlewareRequest) => {
    const result = resultOf(request);
    const { requestId } = request.internal.event.requestContext;
    request.response = { ...result, headers: withStandardHeaders(result.headers, requestId) };
  };
  return { after: add, onError: add };
}

/** Answer 503 this long before the Lambda times out. */
export const timeoutEarlyInMillis = 200;
export const throwTimeout = (): never => {
  throw unavailable(new Error('The function is about to time out'));
};

/** Has its own time limit, because middy limits only the handler, not the middlewares. */
export const authentication = (
  route: Route,
  prefetch: Prefetch<unknown>,
  authenticate: Authenticate,
): Middleware => ({
  before: async ({ event, internal, context }) => {
    const work = authenticate(route, event, internal.now, prefetch);
    const left = context.getRemainingTimeInMillis?.();
    internal.auth = await (left === undefined
      ? work
      : withTimeLimit(left - timeoutEarlyInMillis, work, throwTimeout));
    setActor({ ...actorOf(internal.auth.caller), requestId: event.requestContext.requestId });
  },
});

/** Checks the authenticated caller. Public endpoints have none. */
export const accessCheck = (route: Route): Middleware => ({
  before: ({ internal }) => {
    if (internal.auth !== undefined) requireAccess(route, internal.auth.caller);
  },
});

export const rateCheck = (route: Route): Middleware => ({
  before: ({ event, internal }) => {
    if (internal.auth === undefined) return;
    requireValidMode(route, internal.auth.caller, event.headers[modeHeader]);
    requireAdminForRates(route, internal.auth.caller, event.body);
  },
});

async function rereadCaller(route: Route, auth: Authenticated | undefined): Promise<AnyCaller | undefined> {
  const caller = await auth?.rereadCaller();
  if (caller !== undefined) requireAccess(route, caller);
  return caller;
}

export const input = (route: Route): Middleware => ({
  before: (request) => {
    const { event, internal } = request;
    const { params, query, body, rejected, idempotencyKey } = parseInput(route, event);
    const { requestId, http } = event.requestContext;
    Object.assign(request, {
      event: {
        params,
        query,
        body,
        rejected,
        idempotencyKey,
        requestId,
        now: internal.auth?.now ?? internal.now,
        receivedAt: internal.now,
        sourceIp: http.sourceIp,
        userAgent: http.userAgent,
        method: http.method,
        acceptsCsv: acceptsCsv(event),
        caller: internal.auth?.caller,
        prefetched: internal.auth?.prefetched,
        refetch: internal.auth?.refetch,
        rereadCaller: () => rereadCaller(route, internal.auth),
        page: {
          timezone: internal.auth?.caller.brand.timezone,
          ...query,
          route: route.name,
          cursorSecrets: internal.auth?.cursorSecrets ?? [],
        },
      },
    });
  },
});

/** Register this middleware last: middy runs `onError` in reverse order, and the other middlewares need the response. */
export const errors = (): Middleware => ({
  onError: (request) => {
    request.response = serialize(errorReply(request.error));
  },
});

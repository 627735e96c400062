// Builds the handler of an endpoint from a stack of middlewares.
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Route } from '#lib/foundation/contract/route.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { metered } from '#lib/foundation/table/current-meter.ts';
import { newMeter } from '#lib/foundation/table/meter.ts';
import { type Authenticate, authenticate, type Prefetch } from './authenticate.ts';
import { contentCheck, testTwin } from './checked-input.ts';
import { compression } from './compression.ts';
import { deprecation } from './deprecation.ts';
import { edge } from './edge.ts';
import { jsonBody } from './json-body.ts';
import { keyUse } from './key-use.ts';
import type { State } from './middleware.ts';
import {
  accessCheck,
  authentication,
  errors,
  input,
  rateCheck,
  requestLog,
  securityHeaders,
  throwTimeout,
  timeoutEarlyInMillis,
} from './middlewares.ts';
import { respondBelowLimit } from './page-limit.ts';
import { withPresentRights } from './present-rights.ts';
import { readOnly } from './read-only.ts';
import type { HttpEvent, RequestOf } from './request.ts';
import { requestAddress } from './request-address.ts';
import { brandLimit, callerLimit, itemLimit } from './request-limit.ts';
import type { HttpResult, ResultOf } from './response.ts';
import { versions } from './versions.ts';

export type Handler = (event: HttpEvent, context?: Partial<Context>) => Promise<HttpResult>;

export const noPrefetch: Prefetch<unknown> = () => ({ keys: [], parse: () => undefined });

export function createHandler<R extends Route, Data>(
  route: R,
  respond: (request: RequestOf<R, Data>) => Promise<HttpResult>,
  prefetch: Prefetch<Data>,
  authenticateCaller: Authenticate = authenticate,
): Handler {
  const checks = [
    authentication(route, prefetch, authenticateCaller),
    callerLimit(route),
    accessCheck(route),
    brandLimit(route),
    keyUse(),
    requestAddress(route),
  ];
  const stack = middy<HttpEvent, unknown, Error, Context, State>({
    timeoutEarlyInMillis,
    timeoutEarlyResponse: throwTimeout,
  })
    .use(requestLog(route))
    .use(securityHeaders())
    .use(compression(route))
    .use(deprecation(route))
    .use(edge())
    .use(readOnly(route))
    .use(route.access === 'public' ? [] : checks)
    .use(jsonBody(route))
    .use(itemLimit(route))
    .use(rateCheck(route))
    .use(input(route))
    .use(contentCheck(route))
    .use(testTwin(route))
    .use(versions(route))
    .use(errors())
    // The `input` middleware has replaced the event with the request.
    .handler((request: unknown) => respond(request as RequestOf<R, Data>));
  return async (event, context = {}) => {
    const { requestId } = event.requestContext;
    const run = () => stack({ ...event }, context as Context);
    const result: unknown = await metered(newMeter(), () => runAs({ id: 'public', requestId }, run));
    return result as HttpResult;
  };
}

export interface EndpointOptions<Data> {
  readonly prefetch?: Prefetch<Data>;
  readonly authenticate?: Authenticate | undefined;
}

export const endpoint = <R extends Route, Data = undefined>(
  route: R,
  handle: (request: RequestOf<R, Data>) => Promise<ResultOf<R>> | ResultOf<R>,
  { prefetch = noPrefetch as Prefetch<Data>, authenticate: caller }: EndpointOptions<Data> = {},
): Handler =>
  createHandler(
    route,
    (request) => respondBelowLimit(route, request, (asked) => withPresentRights(asked, handle)),
    prefetch,
    caller,
  );

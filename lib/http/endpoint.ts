// The middleware stack of every endpoint. `stackOf` lists the steps in their order.
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Route } from '#lib/contract/route.ts';
import { metered, newMeter } from '#lib/table/meter.ts';
import type { Prefetch } from './access.ts';
import { jsonBody } from './json-body.ts';
import {
  authentication,
  errors,
  input,
  planCheck,
  requestLog,
  roleCheck,
  type State,
  securityHeaders,
  throwTimeout,
  timeoutEarlyInMillis,
} from './middlewares.ts';
import type { HttpEvent, RequestOf } from './request.ts';
import type { HttpResult, ResultOf } from './response.ts';
import { answerOf } from './validation.ts';

export type Handler = (event: HttpEvent, context?: Partial<Context>) => Promise<HttpResult>;

/** `Data` defaults to undefined, so an endpoint without a prefetch has this one. */
export const prefetchNothing: Prefetch<unknown> = () => ({ keys: [], parse: () => undefined });

/** The Lambda handler of a route: `respond` receives an authorized caller and typed input. */
export function stackOf<R extends Route, Data>(
  route: R,
  respond: (request: RequestOf<R, Data>) => Promise<HttpResult>,
  prefetch: Prefetch<Data>,
): Handler {
  const checks = [authentication(prefetch), planCheck(route), roleCheck(route)];
  const stack = middy<HttpEvent, unknown, Error, Context, State>({
    timeoutEarlyInMillis,
    timeoutEarlyResponse: throwTimeout,
  })
    .use(requestLog(route))
    .use(securityHeaders())
    .use(route.access === 'public' ? [] : checks)
    .use(jsonBody())
    .use(input(route))
    .use(errors())
    // `input` has replaced the event by the route's request.
    .handler((request: unknown) => respond(request as RequestOf<R, Data>));
  return async (event, context = {}) => {
    const result: unknown = await metered(newMeter(), () => stack({ ...event }, context as Context));
    return result as HttpResult;
  };
}

export interface EndpointOptions<Data> {
  readonly prefetch?: Prefetch<Data>;
}

/** The Lambda handler of a route whose `handle` returns the answer. */
export const endpoint = <R extends Route, Data = undefined>(
  route: R,
  handle: (request: RequestOf<R, Data>) => Promise<ResultOf<R>> | ResultOf<R>,
  { prefetch = prefetchNothing as Prefetch<Data> }: EndpointOptions<Data> = {},
): Handler => stackOf(route, async (request) => answerOf(route, await handle(request)), prefetch);

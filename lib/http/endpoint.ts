// The one stack that every endpoint stands on. Read the list in `stackOf` from the top: that is the order of things.
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
  timeIsOver,
  timeoutEarlyInMillis,
} from './middlewares.ts';
import type { HttpEvent, RequestOf } from './request.ts';
import type { HttpResult, ResultOf } from './response.ts';
import { answerOf } from './validation.ts';

export type Handler = (event: HttpEvent, context?: Partial<Context>) => Promise<HttpResult>;

export interface Options {
  /** Keys to read together with the caller, in the read that authenticates. */
  readonly prefetch?: Prefetch;
}

/** The Lambda handler of a route: `respond` runs with a checked caller and typed input. */
export function stackOf<R extends Route>(
  route: R,
  respond: (request: RequestOf<R>) => Promise<HttpResult>,
  { prefetch }: Options,
): Handler {
  const checks = [authentication(prefetch), planCheck(route), roleCheck(route)];
  const stack = middy<HttpEvent, unknown, Error, Context, State>({
    timeoutEarlyInMillis,
    timeoutEarlyResponse: timeIsOver,
  })
    .use(requestLog(route))
    .use(securityHeaders())
    .use(route.access === 'public' ? [] : checks)
    .use(jsonBody())
    .use(input(route))
    .use(errors())
    // `input` has put the route's request in the event's place.
    .handler((request: unknown) => respond(request as RequestOf<R>));
  return async (event, context = {}) => {
    const result: unknown = await metered(newMeter(), () => stack({ ...event }, context as Context));
    return result as HttpResult;
  };
}

/** The same, where `handle` returns just the data. */
export const endpoint = <R extends Route>(
  route: R,
  handle: (request: RequestOf<R>) => Promise<ResultOf<R>> | ResultOf<R>,
  options: Options = {},
): Handler => stackOf(route, async (request) => answerOf(route, await handle(request)), options);

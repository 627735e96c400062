// The stack of the tracking link: seen from outside it does what endpoint.ts does, without middy, zod and authentication.
// It is for a public route that needs no body; docs/decisions/0029 says why there is one.
import type { Route } from '#lib/contract/route.ts';
import { now } from '#lib/shared/clock.ts';
import { type Meter, newMeter } from '#lib/table/meter.ts';
import { errorReply } from './error-body.ts';
import { withHeaders } from './headers.ts';
import type { HttpEvent } from './request.ts';
import { writeRequestLog } from './request-log.ts';
import { type HttpResult, type Reply, serialize } from './response.ts';

/** What of an event a link needs: nothing of it is checked yet. */
export interface RedirectRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  /** The address the request came from, as the gateway saw it (no header says it). */
  readonly sourceIp: string;
  readonly userAgent: string | undefined;
  readonly now: Date;
  /** What is asked of the table is counted by it. */
  readonly meter: Meter;
}

const nothing = {};

const requestOf = (
  { pathParameters, queryStringParameters, headers, requestContext }: HttpEvent,
  at: Date,
  meter: Meter,
) => ({
  params: pathParameters ?? nothing,
  query: queryStringParameters ?? nothing,
  headers,
  method: requestContext.http.method,
  sourceIp: requestContext.http.sourceIp,
  userAgent: requestContext.http.userAgent,
  now: at,
  meter,
});

/** The Lambda handler of a route that redirects. Whatever `handle` throws becomes the one error body. */
export function redirectEndpoint(
  { name: route }: Pick<Route, 'name'>,
  handle: (request: RedirectRequest) => Promise<{ readonly location: string }>,
): (event: HttpEvent) => Promise<HttpResult> {
  return async (event) => {
    const startedAt = now();
    const meter = newMeter();
    const { requestId } = event.requestContext;
    let reply: Reply;
    let error: Error | undefined;
    try {
      const { location } = await handle(requestOf(event, startedAt, meter));
      reply = { statusCode: 302, headers: { location } };
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
      reply = errorReply(error);
    }
    const result = serialize(reply);
    const { statusCode: status } = reply;
    writeRequestLog({ route, requestId, brandId: undefined, status, startedAt, meter, error });
    return { ...result, headers: withHeaders(result.headers, requestId) };
  };
}

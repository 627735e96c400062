// Runs pages as a function behind the gateway. People have no access token, so there is no middleware stack.
import { handle, type LambdaEvent } from 'hono/aws-lambda';
import { now } from '#lib/foundation/shared/clock.ts';
import { throughEdge } from '#lib/surface/http/edge.ts';
import { errorReply } from '#lib/surface/http/error-body.ts';
import { withStandardHeaders } from '#lib/surface/http/headers.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { writeRequestLog } from '#lib/surface/http/request-log.ts';
import { type HttpResult, serialize } from '#lib/surface/http/response.ts';
import type { Pages } from './app.ts';

export function pageHandler(route: string, pages: Pages): (event: HttpEvent) => Promise<HttpResult> {
  const answer = handle(pages);
  return async (event) => {
    const startedAt = now();
    const { requestId } = event.requestContext;
    let result: HttpResult;
    let error: Error | undefined;
    try {
      result = (await answer(throughEdge(event) as unknown as LambdaEvent)) as HttpResult;
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
      result = serialize(errorReply(error));
    }
    const { statusCode: status, headers } = result;
    writeRequestLog({ route, requestId, brandId: undefined, meter: undefined, status, startedAt, error });
    return { ...result, headers: withStandardHeaders(headers, requestId) };
  };
}

// Builds the handler of pages, which have no access token and therefore no middleware stack.
import { now } from '#lib/foundation/shared/clock.ts';
import { throughEdge } from './edge.ts';
import { errorReply } from './error-body.ts';
import { withStandardHeaders } from './headers.ts';
import type { HttpEvent } from './request.ts';
import { writeRequestLog } from './request-log.ts';
import { type HttpResult, serialize } from './response.ts';

export function plainHandler(
  route: string,
  answer: (event: HttpEvent) => HttpResult | Promise<HttpResult>,
): (event: HttpEvent) => Promise<HttpResult> {
  return async (event) => {
    const startedAt = now();
    const { requestId } = event.requestContext;
    let result: HttpResult;
    let error: Error | undefined;
    try {
      result = await answer(throughEdge(event));
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
      result = serialize(errorReply(error));
    }
    const { statusCode: status, headers } = result;
    writeRequestLog({ route, requestId, brandId: undefined, meter: undefined, status, startedAt, error });
    return { ...result, headers: withStandardHeaders(headers, requestId) };
  };
}

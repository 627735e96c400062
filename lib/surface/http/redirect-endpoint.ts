// Builds the handler of a public redirect without middy, zod and authentication. docs/decisions/0029
// People receive errors as a page, programs as JSON.
import type { Route } from '#lib/foundation/contract/route.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { type Meter, newMeter } from '#lib/foundation/table/meter.ts';
import { countryIn, throughEdge } from './edge.ts';
import { redirectErrorReply } from './error-body.ts';
import { negotiated } from './error-page.ts';
import { withStandardHeaders } from './headers.ts';
import type { HttpEvent } from './request.ts';
import { writeRequestLog } from './request-log.ts';
import { type HttpResult, type Reply, serialize } from './response.ts';

/** The parameters and headers come from the visitor and are not validated. */
interface RedirectRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  /** Undecoded. */
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly method: string;
  readonly sourceIp: string;
  /** Two letters. Unknown without a CDN. */
  readonly country: string | undefined;
  readonly userAgent: string | undefined;
  readonly now: Date;
  readonly meter: Meter;
}

/** The landing page may know the site of the link, as without the redirect. Not its path. */
const referrerPolicy = 'strict-origin-when-cross-origin';

const toRequest = (
  { pathParameters, rawQueryString, headers, requestContext }: HttpEvent,
  at: Date,
  meter: Meter,
) => ({
  params: pathParameters ?? {},
  rawQuery: rawQueryString,
  headers,
  method: requestContext.http.method,
  sourceIp: requestContext.http.sourceIp,
  country: countryIn(headers),
  userAgent: requestContext.http.userAgent,
  now: at,
  meter,
});

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
      const { location } = await handle(toRequest(throughEdge(event), startedAt, meter));
      reply = { statusCode: 302, headers: { location, 'referrer-policy': referrerPolicy } };
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const texts = error instanceof DomainError ? error.extras.linkTexts : undefined;
      reply = negotiated(redirectErrorReply(error), event.headers.accept, texts);
    }
    const result = serialize(reply);
    const { statusCode: status } = reply;
    writeRequestLog({ route, requestId, brandId: undefined, status, startedAt, meter, error });
    return { ...result, headers: withStandardHeaders(result.headers, requestId) };
  };
}

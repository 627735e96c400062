// Serves the pages, compressed. They are public, so this handler has no middleware stack.
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { acceptsCoding } from '#lib/surface/http/accepts-coding.ts';
import { throughEdge } from '#lib/surface/http/edge.ts';
import { errorReply } from '#lib/surface/http/error-body.ts';
import { withStandardHeaders } from '#lib/surface/http/headers.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import { writeRequestLog } from '#lib/surface/http/request-log.ts';
import { type HttpResult, serialize } from '#lib/surface/http/response.ts';
import { localAddress, notFoundPath } from './paths.ts';
import type { Site, SiteFile } from './site-file.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

const encoders = {
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text: string) => gzipSync(text),
};

const encodingOf = (accepted?: string): keyof typeof encoders | undefined =>
  (['br', 'gzip'] as const).find((name) => acceptsCoding(name, accepted));

const forOtherSites = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

const headersOf = ({ type, isImmutable, isForOtherSites }: SiteFile, isKnown: boolean, etag: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'content-security-policy': policy,
  vary: 'accept-encoding',
  ...(isForOtherSites && forOtherSites),
  ...(isKnown && {
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    etag,
  }),
});

function fileReply(site: Site, event: HttpEvent): HttpResult {
  const { rawPath, queryStringParameters, headers: sent, requestContext } = event;
  if (rawPath === '/docs') return { statusCode: 308, headers: { location: '/v1/docs' } };
  const known = site[rawPath] ?? site[`${rawPath}?v=${queryStringParameters?.v}`];
  const file = known ?? site[notFoundPath];
  if (file === undefined) throw new Error(`The site has no ${notFoundPath}`);
  const text = file.text.replaceAll(localAddress, environment.API_URL ?? localAddress);
  const headers = headersOf(file, known !== undefined, `W/"${hash('sha256', text).slice(0, 24)}"`);
  if (headers.etag !== undefined && sent['if-none-match']?.includes(headers.etag))
    return { statusCode: 304, headers };
  const statusCode = known === undefined ? 404 : 200;
  const encoding = encodingOf(sent['accept-encoding']);
  if (requestContext.http.method === 'HEAD') return { statusCode, headers };
  if (encoding === undefined) return { statusCode, headers, body: text };
  const body = encoders[encoding](text).toString('base64');
  return { statusCode, headers: { ...headers, 'content-encoding': encoding }, body, isBase64Encoded: true };
}

export function pagesHandler(
  readSite: () => Site,
  route = 'service.pages',
): (event: HttpEvent) => Promise<HttpResult> {
  let site: Site | undefined;
  return async (event) => {
    const startedAt = now();
    const { requestId } = event.requestContext;
    let result: HttpResult;
    let error: Error | undefined;
    try {
      const request = throughEdge(event);
      site ??= readSite();
      result = fileReply(site, request);
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error(String(thrown));
      result = serialize(errorReply(error));
    }
    const { statusCode: status, headers } = result;
    const nobody = { brandId: undefined, meter: undefined };
    writeRequestLog({ route, requestId, ...nobody, status, startedAt, error });
    return { ...result, headers: withStandardHeaders(headers, requestId) };
  };
}

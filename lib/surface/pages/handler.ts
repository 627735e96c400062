// Serves the pages, compressed.
import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { environment } from '#lib/foundation/shared/environment.ts';
import { acceptsCoding } from '#lib/surface/http/accepts-coding.ts';
import { plainHandler } from '#lib/surface/http/plain-handler.ts';
import type { HttpEvent } from '#lib/surface/http/request.ts';
import type { HttpResult } from '#lib/surface/http/response.ts';
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
  return plainHandler(route, (event) => {
    site ??= readSite();
    return fileReply(site, event);
  });
}

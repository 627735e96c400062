// Responds to requests without a route: 404 for an unknown path; for a known path, 204 to OPTIONS and 405 to other methods.

import { basePath } from '#lib/foundation/contract/route.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { throughEdge } from './edge.ts';
import { errorReply } from './error-body.ts';
import { withStandardHeaders } from './headers.ts';
import type { HttpEvent } from './request.ts';
import { type HttpResult, type Reply, serialize } from './response.ts';

const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replace('{proxy+}', '.+')}$`,
  );

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function replyTo(method: string, supported: readonly string[]): Reply {
  // A 405 for a supported method would contradict its own `allow` header.
  if (supported.length === 0 || supported.includes(method)) {
    return errorReply(
      new DomainError('notFound', 'route_not_found', 'No such endpoint: see GET /v1/openapi.json'),
    );
  }
  const allow = [...supported, 'OPTIONS'];
  if (method === 'OPTIONS') return { statusCode: 204, headers: { allow: allow.join(', ') } };
  return errorReply(
    new DomainError('methodNotAllowed', 'method_not_allowed', `This path accepts only ${allow.join(', ')}`, {
      allow,
    }),
  );
}

const withSlash = new RegExp(`^(${basePath}(?:/(?:tracking/ref/[^/]+|docs(?:/[^/]+)?))?)/+$`);

/** A person may have typed a slash after a tracking link or a page, or a program added it. The OpenAPI document can name `/v1` only as `/`. */
function withoutSlash({ rawPath, rawQueryString }: HttpEvent): Reply | undefined {
  const [, path] = withSlash.exec(rawPath) ?? [];
  if (path === undefined) return undefined;
  return {
    statusCode: 308,
    headers: { location: rawQueryString === '' ? path : `${path}?${rawQueryString}` },
  };
}

function replyOf(event: HttpEvent, supportedAt: (rawPath: string) => readonly string[]): Reply {
  try {
    const request = throughEdge(event);
    const { rawPath, requestContext } = request;
    return withoutSlash(request) ?? replyTo(requestContext.http.method, supportedAt(rawPath));
  } catch (error) {
    return errorReply(error);
  }
}

interface PathMethods {
  readonly path: string;
  readonly methods: readonly string[];
}

export function fallbackHandler(paths: readonly PathMethods[]): (event: HttpEvent) => Promise<HttpResult> {
  const patterns = paths.map(({ path, methods }) => ({ path: pattern(path), methods }));
  /** The gateway sends a path that it cannot decode here for every method, so such a path is unknown. */
  const supportedAt = (rawPath: string): readonly string[] =>
    canDecode(rawPath)
      ? [...new Set(patterns.flatMap(({ path, methods }) => (path.test(rawPath) ? methods : [])))]
      : [];
  return async (event) => {
    const { requestId } = event.requestContext;
    const result = serialize(replyOf(event, supportedAt));
    return { ...result, headers: withStandardHeaders(result.headers, requestId) };
  };
}

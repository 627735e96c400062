// Responds with 404 to an unknown path, and with 405 to a method that a path does not support.
import type { Route } from '#lib/contract/route.ts';
import { basePath, methodsOf } from '#lib/contract/route.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { errorReply } from './error-body.ts';
import { withStandardHeaders } from './headers.ts';
import type { HttpEvent } from './request.ts';
import { type HttpResult, serialize } from './response.ts';

const pattern = (path: string): RegExp =>
  new RegExp(`^${basePath}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export function fallbackHandler(routes: readonly Route[]): (event: HttpEvent) => Promise<HttpResult> {
  const patterns = routes.map((route) => ({ path: pattern(route.path), methods: methodsOf(route) }));
  return async ({ rawPath, requestContext: { requestId, http } }) => {
    const allow = [...new Set(patterns.flatMap(({ path, methods }) => (path.test(rawPath) ? methods : [])))];
    // The gateway also routes paths with invalid percent-encoding here. Return a 404 if the method is allowed, because a 405 would
    // contradict its own `allow` header.
    const error =
      allow.length === 0 || allow.includes(http.method)
        ? new DomainError('notFound', 'No such endpoint: see GET /v1/openapi.json')
        : new DomainError('methodNotAllowed', `This path accepts only ${allow.join(', ')}`, { allow });
    const result = serialize(errorReply(error));
    return { ...result, headers: withStandardHeaders(result.headers, requestId) };
  };
}

// The answer to a path or a method that no route has, in the shape of every other refusal.

import type { Route } from '#lib/contract/route.ts';
import { basePath, methodsOf } from '#lib/contract/route.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { errorReply } from './error-body.ts';
import { withHeaders } from './headers.ts';
import type { HttpEvent } from './request.ts';
import { type HttpResult, serialize } from './response.ts';

/** `/affiliates/{id}` as an expression for a whole path; a parameter is one segment that is not empty. */
const pattern = (path: string): RegExp =>
  new RegExp(`^${basePath}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

export function refusal(routes: readonly Route[]): (event: HttpEvent) => Promise<HttpResult> {
  const table = routes.map((route) => ({ matches: pattern(route.path), methods: methodsOf(route) }));
  return async ({ rawPath, requestContext: { requestId, http } }) => {
    const allow = [
      ...new Set(table.flatMap(({ matches, methods }) => (matches.test(rawPath) ? methods : []))),
    ];
    // The gateway hands over what it cannot decode, too: the method is not what is wrong with that.
    const error =
      allow.length === 0 || allow.includes(http.method)
        ? new DomainError('notFound', 'No such endpoint: see GET /v1/openapi.json')
        : new DomainError('methodNotAllowed', `This path answers ${allow.join(', ')} only`, { allow });
    const result = serialize(errorReply(error));
    return { ...result, headers: withHeaders(result.headers, requestId) };
  };
}

// Defines the middleware that announces the removal of an endpoint in its responses (RFC 9745, RFC 8594). docs/decisions/0165
import type { Deprecated } from '#lib/foundation/contract/conventions.ts';
import { basePath, type Route } from '#lib/foundation/contract/route.ts';
import { type Middleware, type MiddlewareRequest, resultOf } from './middleware.ts';

const headersOf = ({ since, sunset, replacement }: Deprecated) => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(sunset).toUTCString(),
  ...(replacement !== undefined && { link: `<${basePath}${replacement}>; rel="successor-version"` }),
});

export const deprecation = ({ deprecated }: Route): Middleware[] => {
  if (deprecated === undefined) return [];
  const add = (request: MiddlewareRequest) => {
    const result = resultOf(request);
    request.response = { ...result, headers: { ...result.headers, ...headersOf(deprecated) } };
  };
  return [{ after: add, onError: add }];
};

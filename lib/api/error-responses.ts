// Derives the error responses of the OpenAPI document from the routes.
import * as z from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorBody, gatewayErrorBody } from '#lib/contract/error.ts';
import { type Route, takesIdempotencyKey } from '#lib/contract/route.ts';
import type { ErrorStatus } from '#lib/shared/error-statuses.ts';
import { errorCodesOf, statusOfCode } from './error-codes.ts';

const descriptions = {
  400: 'The request is invalid. `details` lists each invalid field.',
  401: 'The token or the API key is missing, invalid, expired or revoked.',
  403: 'The plan, the role, or the scopes or allowed addresses of the API key do not allow this request, or a limit is reached.',
  404: 'The resource does not exist in this brand.',
  409: 'The request conflicts with the current state of the resource, or a value is already in use.',
  410: 'The brand has canceled its subscription, so its links have ended.',
  413: 'The body is larger than 256 KiB.',
  415: 'The body is not JSON. Send it as `application/json`, in UTF-8, uncompressed.',
  422: 'The `Idempotency-Key` was already used with a different endpoint, query or body.',
  429: 'Too many requests. Retry after `retry-after` seconds, or after one second if the header is missing.',
  405: 'The path does not accept this method.',
  500: 'The service has failed unexpectedly, or API Gateway received no response from it.',
  503: 'The service is temporarily unavailable. Retry after `retry-after` seconds.',
} as const satisfies Record<ErrorStatus, string>;

const stringHeader = (description: string) => ({ description, schema: { type: 'string' as const } });
const retryAfter = { 'retry-after': stringHeader('Seconds to wait before you retry.') };
const headers: { readonly [Status in ErrorStatus]?: Record<string, ReturnType<typeof stringHeader>> } = {
  401: { 'www-authenticate': stringHeader('Always `Bearer`.') },
  429: retryAfter,
  503: retryAfter,
};

export const requestIdHeader = {
  'x-request-id': stringHeader('Identifies the request. Quote it when you report a problem.'),
};

const gatewayRequestIdHeader = {
  'apigw-requestid': stringHeader(
    'Identifies the request at API Gateway. Quote it when you report a problem.',
  ),
};

/** A public redirect shows its errors to people as a page, if their browser asks for one. */
const showsPages = ({ answer }: Route): boolean => answer.kind === 'redirect';

/** API Gateway also sends a 429 above a rate limit, so every endpoint can return one. */
function errorStatuses(route: Route): readonly ErrorStatus[] {
  const statuses = new Set<ErrorStatus>([...errorCodesOf(route).map(statusOfCode), 429]);
  return [...statuses].toSorted((a, b) => a - b);
}

/**
 * Both the service and API Gateway send these: the gateway a 429 above a rate limit, a 500 after a function timed out or crashed,
 * and a 503 if it cannot invoke a function.
 */
const sharedWithGateway: readonly ErrorStatus[] = [429, 500, 503];
const anyError = z.union([errorBody, gatewayErrorBody]);

const schemaOf = (status: ErrorStatus) => (sharedWithGateway.includes(status) ? anyError : errorBody);

const wrongCredentials = 'The e-mail address or the password is wrong.';
const missingWithoutBrand = 'The resource does not exist.';
const inProgress =
  'a request with the same `Idempotency-Key` is in progress: retry after `retry-after` seconds.';

/** Warns that a write may have been committed despite a 500 or 503, because a response can be lost after the commit. */
function writeNote(route: Route): string {
  if (route.method === 'GET') return '';
  return takesIdempotencyKey(route)
    ? ' The write may have been committed: retry with the same `Idempotency-Key`.'
    : ' The write may have been committed, but never partially.';
}

function descriptionOf(status: ErrorStatus, route: Route): string {
  if (status === 401 && route.access === 'public') return wrongCredentials;
  if (status === 404 && route.access === 'public') return missingWithoutBrand;
  if (status === 500 || status === 503) return `${descriptions[status]}${writeNote(route)}`;
  if (status !== 409 || !takesIdempotencyKey(route)) return descriptions[status];
  return route.errors?.some((code) => statusOfCode(code) === 409)
    ? `${descriptions[409]} Also returned while ${inProgress}`
    : `Returned while ${inProgress}`;
}

function headersOf(status: ErrorStatus, route: Route) {
  const extra = status === 409 && takesIdempotencyKey(route) ? retryAfter : headers[status];
  return { ...requestIdHeader, ...extra, ...(sharedWithGateway.includes(status) && gatewayRequestIdHeader) };
}

const page = { 'text/html': { schema: { type: 'string' as const } } };

const contentOf = (status: ErrorStatus, route: Route) => ({
  'application/json': { schema: schemaOf(status) },
  ...(showsPages(route) && status !== 429 && page),
});

export function errorResponsesOf(route: Route): ZodOpenApiResponsesObject {
  const entries = errorStatuses(route).map((status) => [
    status,
    {
      description: descriptionOf(status, route),
      headers: headersOf(status, route),
      content: contentOf(status, route),
    },
  ]);
  return Object.fromEntries(entries);
}

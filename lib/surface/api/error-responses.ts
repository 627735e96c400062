// Derives the error responses of the OpenAPI document from the routes.
import * as z from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorBody, gatewayErrorBody } from '#lib/foundation/contract/error.ts';
import { type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { type ErrorStatus, errorStatuses } from '#lib/foundation/shared/error-statuses.ts';
import { errorCodesOf, statusOfCode } from './error-codes.ts';
import { etagHeader, requestLimitHeaders, stringHeader } from './response-headers.ts';

const descriptions = {
  400: 'The request is invalid. `details` lists each invalid field.',
  401: 'The token or the API key is missing, invalid, expired or revoked.',
  403: 'The plan, the role, or the scopes or allowed addresses of the API key do not allow this request, or a limit is reached.',
  404: 'The resource does not exist, or belongs to another brand.',
  409: 'The request conflicts with the current state of the resource, or a value is already in use.',
  410: 'The brand has canceled its subscription, so its links have ended.',
  412: 'The resource has another version than `If-Match` names. `details` and `etag` contain the present one.',
  413: 'The body is larger than 256 KiB, or than 3 MiB for an import.',
  415: 'The body is not JSON. Send it as `application/json`, in UTF-8, uncompressed.',
  422: 'The `Idempotency-Key` was already used with a different endpoint, query or body.',
  429: 'Too many requests. Retry after `retry-after` seconds, or after one second if the header is missing.',
  405: 'The path does not accept this method.',
  500: 'The service has failed unexpectedly, or API Gateway received no response from it.',
  503: 'The service is temporarily unavailable. Retry after `retry-after` seconds.',
} as const satisfies Record<ErrorStatus, string>;

/** The names of the responses in `components.responses`: `NotFound`. */
const responseNames = Object.fromEntries(
  Object.values(errorStatuses).map(([status, phrase]) => [status, phrase.replaceAll(' ', '')]),
);

const retryAfter = { 'retry-after': stringHeader('Seconds to wait before you retry.') };
const headers: { readonly [Status in ErrorStatus]?: Record<string, ReturnType<typeof stringHeader>> } = {
  401: { 'www-authenticate': stringHeader('Always `Bearer`.') },
  412: etagHeader,
  429: { ...retryAfter, ...requestLimitHeaders },
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
function statusesOf(route: Route): readonly ErrorStatus[] {
  const statuses = new Set<ErrorStatus>([...errorCodesOf(route).map(statusOfCode), 429]);
  return [...statuses].toSorted((a, b) => a - b);
}

/**
 * Both the service and API Gateway send these: the gateway a 429 above a rate limit, a 500 after a function timed out or crashed,
 * and a 503 if it cannot invoke a function.
 */
const sharedWithGateway: readonly ErrorStatus[] = [429, 500, 503];
const anyError = z.union([errorBody, gatewayErrorBody]).meta({
  id: 'AnyError',
  description: 'An error of the service, or of API Gateway.',
});

const schemaOf = (status: ErrorStatus) => (sharedWithGateway.includes(status) ? anyError : errorBody);

const wrongCredentials = 'The e-mail address or the password is wrong.';
const inProgress =
  'a request with the same `Idempotency-Key` is in progress: retry after `retry-after` seconds.';

interface Variant {
  /** Empty for the usual form of the response. */
  readonly suffix: string;
  readonly description: string;
}

/** Warns that a write may have been committed despite a 500 or 503, because a response can be lost after the commit. */
function afterWrite(status: 500 | 503, route: Route): Variant {
  const description = descriptions[status];
  if (route.method === 'GET') return { suffix: '', description };
  return takesIdempotencyKey(route)
    ? {
        suffix: 'RetryWithKey',
        description: `${description} The write may have been committed: retry with the same \`Idempotency-Key\`.`,
      }
    : {
        suffix: 'AfterWrite',
        description: `${description} The write may have been committed, but never partially.`,
      };
}

function conflict(route: Route): Variant {
  if (!takesIdempotencyKey(route)) return { suffix: '', description: descriptions[409] };
  return route.errors?.some((code) => statusOfCode(code) === 409)
    ? { suffix: 'OrKeyInUse', description: `${descriptions[409]} Also returned while ${inProgress}` }
    : { suffix: 'KeyInUse', description: `Returned while ${inProgress}` };
}

function variantOf(status: ErrorStatus, route: Route): Variant {
  if (status === 401 && route.access === 'public') return { suffix: 'Login', description: wrongCredentials };
  if (status === 409) return conflict(route);
  if (status === 500 || status === 503) return afterWrite(status, route);
  return { suffix: '', description: descriptions[status] };
}

function headersOf(status: ErrorStatus, route: Route) {
  const extra = status === 409 && takesIdempotencyKey(route) ? retryAfter : headers[status];
  return { ...requestIdHeader, ...extra, ...(sharedWithGateway.includes(status) && gatewayRequestIdHeader) };
}

const page = { 'text/html': { schema: { type: 'string' as const, description: 'A page for people.' } } };

/** Tools expect a 2xx or a default response, and a redirect has no 2xx. */
const otherError: ZodOpenApiResponseObject = {
  id: 'OtherError',
  description: 'Another error, for example of API Gateway.',
  content: { 'application/json': { schema: anyError } },
};

/** zod-openapi requires that equal responses are the same object. */
const shared = new Map<string, ZodOpenApiResponseObject>();

/** Endpoints with the same response refer to one in `components.responses`, such as `NotFound`. */
function responseOf(status: ErrorStatus, route: Route): ZodOpenApiResponseObject {
  const { suffix, description } = variantOf(status, route);
  const hasPage = showsPages(route) && status !== 429;
  const id = `${responseNames[status]}${suffix}${hasPage ? 'Page' : ''}`;
  const response = shared.get(id) ?? {
    id,
    description,
    headers: headersOf(status, route),
    content: { 'application/json': { schema: schemaOf(status) }, ...(hasPage && page) },
  };
  shared.set(id, response);
  return response;
}

export function errorResponsesOf(route: Route): ZodOpenApiResponsesObject {
  const entries = statusesOf(route).map((status) => [status, responseOf(status, route)] as const);
  return { ...Object.fromEntries(entries), ...(route.answer.kind === 'redirect' && { default: otherError }) };
}

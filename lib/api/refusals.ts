// What an endpoint can refuse with: it follows from who may call it and what it takes.
import * as z from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorBody, gatewayErrorBody } from '#lib/contract/error.ts';
import { type Route, takesIdempotencyKey } from '#lib/contract/route.ts';

const descriptions = {
  400: 'The input is not as described: `details` names each field',
  401: 'No token, or one that is invalid, expired or revoked',
  403: 'The plan or the role does not allow it, or a limit of the plan is reached',
  404: 'It does not exist in this brand',
  409: 'Its state, or a value that is taken, does not allow it',
  413: 'The body is larger than 256 KiB',
  415: 'The body is not application/json',
  422: 'The `Idempotency-Key` was used for another request',
  500: 'The gateway, where a function broke off without an answer: if it was writing, the whole may have been written',
  429: 'Too many requests: try again after `retry-after` seconds, or, where the gateway says so itself, after a second',
  503:
    'The service is busy: try again after `retry-after` seconds. Nothing is half-written; where the time ran out while ' +
    'waiting for the table, the whole may have been written',
} as const;

type RefusalStatus = keyof typeof descriptions;

const text = (description: string) => ({ description, schema: { type: 'string' as const } });
const headers: { readonly [Status in RefusalStatus]?: Record<string, ReturnType<typeof text>> } = {
  401: { 'www-authenticate': text('`Bearer`') },
  429: { 'retry-after': text('Whole seconds') },
  503: { 'retry-after': text('Whole seconds') },
};

/** The header that every answer carries, to name it by when something was not as it should be. */
export const requestIdHeader = { 'x-request-id': text('Names this request in the logs of the service') };

/** Every query parameter that is not known is a 400, but where the query is loose. */
const letsAnythingPass = ({ query }: Route): boolean => query?.def.catchall?._zod.def.type === 'unknown';

function refusalStatuses(route: Route): readonly RefusalStatus[] {
  const { access, signsTokens } = route;
  const takesBody = route.method !== 'GET';
  const logsIn = access === 'public' && signsTokens === true;
  const statuses = {
    400: takesBody || !letsAnythingPass(route),
    401: access !== 'public' || logsIn,
    403: access !== 'public' && access.plan === 'api',
    404: route.params !== undefined,
    409: route.conflicts === true || takesIdempotencyKey(route),
    413: takesBody,
    415: takesBody,
    422: takesIdempotencyKey(route),
    429: true,
    500: true,
    503: true,
  } satisfies Record<RefusalStatus, boolean>;
  const all: readonly RefusalStatus[] = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503];
  return all.filter((status) => statuses[status]);
}

/** What the gateway can also refuse by itself: beyond the endpoint's throttle, and where a function did not answer. */
const byGatewayToo: readonly RefusalStatus[] = [429, 503];
const anyError = z.union([errorBody, gatewayErrorBody]);

/** Where a function ends with its time over or its process gone, nobody but the gateway can answer. */
const byGatewayAlone: readonly RefusalStatus[] = [500];

const schemaOf = (status: RefusalStatus) => {
  if (byGatewayAlone.includes(status)) return gatewayErrorBody;
  return byGatewayToo.includes(status) ? anyError : errorBody;
};

const wrongCredentials = 'Wrong e-mail address or password, whichever it is';
const keyUnderWay =
  'A request with the same `Idempotency-Key` is under way: try again after `retry-after` seconds';

/** What a refusal means here. */
function descriptionOf(status: RefusalStatus, route: Route): string {
  if (status === 401 && route.access === 'public') return wrongCredentials;
  if (status !== 409 || !takesIdempotencyKey(route)) return descriptions[status];
  return route.conflicts ? `${descriptions[409]}. Or: ${keyUnderWay}` : keyUnderWay;
}

const headersOf = (status: RefusalStatus, route: Route) =>
  status === 409 && takesIdempotencyKey(route) ? headers[429] : headers[status];

export function refusalsOf(route: Route): ZodOpenApiResponsesObject {
  const entries = refusalStatuses(route).map((status) => [
    status,
    {
      description: descriptionOf(status, route),
      headers: { ...requestIdHeader, ...headersOf(status, route) },
      content: { 'application/json': { schema: schemaOf(status) } },
    },
  ]);
  return Object.fromEntries(entries);
}

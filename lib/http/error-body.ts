// Maps errors to HTTP statuses and bodies.
import type { ErrorBody } from '#lib/contract/error.ts';
import { type Detail, DomainError, type ErrorCode } from '#lib/shared/errors.ts';
import type { Reply } from './response.ts';

const statuses = {
  invalid: [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  notFound: [404, 'Not Found'],
  methodNotAllowed: [405, 'Method Not Allowed'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Gone'],
  tooLarge: [413, 'Content Too Large'],
  unsupportedMediaType: [415, 'Unsupported Media Type'],
  unprocessable: [422, 'Unprocessable Content'],
  tooManyRequests: [429, 'Too Many Requests'],
  unavailable: [503, 'Service Unavailable'],
} as const satisfies Record<ErrorCode, readonly [number, string]>;

const unexpected: ErrorBody = {
  statusCode: 500,
  message: 'Internal error. Report it with the x-request-id of this response',
  error: 'Internal Server Error',
};

export function errorBodyOf({
  code: kind,
  message,
  extras: { name, details, challenge },
}: DomainError): ErrorBody {
  const [statusCode, error] = statuses[kind];
  return {
    statusCode,
    message,
    error,
    ...(name && { code: name }),
    ...(details && { details: details.map(presentDetail) }),
    ...(challenge && { challenge }),
  };
}

const presentDetail = ({ values, ...detail }: Detail) => ({
  ...detail,
  ...(values && { values: [...values] }),
});

export function errorReply(error: unknown): Reply {
  if (!(error instanceof DomainError)) return { statusCode: unexpected.statusCode, body: unexpected };
  const { retryAfterSeconds, allow } = error.extras;
  const body = errorBodyOf(error);
  const headers = {
    ...(error.code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow !== undefined && { allow: allow.join(', ') }),
  };
  return { statusCode: body.statusCode, body, headers };
}

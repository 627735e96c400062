// Maps errors to HTTP statuses and bodies.
import type { ErrorBody } from '#lib/foundation/contract/error.ts';
import { errorStatuses, redirectErrorStatuses } from '#lib/foundation/shared/error-statuses.ts';
import { type Detail, DomainError } from '#lib/foundation/shared/errors.ts';
import type { Reply } from './response.ts';

const unexpected: ErrorBody = {
  statusCode: 500,
  message: 'Internal error. Report it with the x-request-id of this response',
  error: 'Internal Server Error',
  code: 'internal_error',
};

const commonBody = (
  { code, message }: DomainError,
  [statusCode, error]: readonly [number, string],
): ErrorBody => ({
  statusCode,
  message,
  error,
  code,
});

export function errorBodyOf(error: DomainError): ErrorBody {
  const { details, challenge } = error.extras;
  return {
    ...commonBody(error, errorStatuses[error.kind]),
    ...(details && { details: details.map(presentDetail) }),
    ...(challenge && { challenge }),
  };
}

const presentDetail = ({ values, ...detail }: Detail) => ({
  ...detail,
  ...(values && { values: [...values] }),
});

const unexpectedReply: Reply = { statusCode: unexpected.statusCode, body: unexpected };

const retryHeader = ({ extras: { retryAfterSeconds } }: DomainError) =>
  retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) };

/** An error of a redirect has no details, no challenge and no allowed methods. */
export function redirectErrorReply(error: unknown): Reply {
  const status = error instanceof DomainError ? redirectErrorStatuses[error.kind] : undefined;
  if (!(error instanceof DomainError) || status === undefined) return unexpectedReply;
  return { statusCode: status[0], body: commonBody(error, status), headers: { ...retryHeader(error) } };
}

export function errorReply(error: unknown): Reply {
  if (!(error instanceof DomainError)) return unexpectedReply;
  const { allow, etag } = error.extras;
  const body = errorBodyOf(error);
  const headers = {
    ...(error.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...retryHeader(error),
    ...(etag !== undefined && { etag }),
    ...(allow !== undefined && { allow: allow.join(', ') }),
  };
  return { statusCode: body.statusCode, body, headers };
}

// Maps errors to HTTP statuses and bodies.
import type { ErrorBody } from '#lib/foundation/contract/error.ts';
import { errorStatuses } from '#lib/foundation/shared/error-statuses.ts';
import { type Detail, DomainError } from '#lib/foundation/shared/errors.ts';
import type { Reply } from './response.ts';

const unexpected: ErrorBody = {
  statusCode: 500,
  message: 'Internal error. Report it with the x-request-id of this response',
  error: 'Internal Server Error',
  code: 'internal_error',
};

export function errorBodyOf({ kind, code, message, extras: { details, challenge } }: DomainError): ErrorBody {
  const [statusCode, error] = errorStatuses[kind];
  return {
    statusCode,
    message,
    error,
    code,
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
    ...(error.kind === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow !== undefined && { allow: allow.join(', ') }),
  };
  return { statusCode: body.statusCode, body, headers };
}

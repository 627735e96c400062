// Which failures of DynamoDB mean "not now": throttled, conflicting, slow, or away. And which mean "never".
import { DomainError, isUnavailable } from '#lib/shared/errors.ts';

/** Names of exceptions, and of cancellation reasons of a transaction. */
const transientNames = new Set([
  'ProvisionedThroughputExceededException',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ThrottlingError',
  'InternalServerError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TransactionConflictException',
  'TransactionConflict',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
  'TimeoutError',
  'NetworkingError',
  'AbortError',
]);

const connectionFailures = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

export const isTransientReason = (code: string | undefined): boolean =>
  code !== undefined && transientNames.has(code);

/** True where the same call may succeed later: the caller is told 503, never 500. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (transientNames.has(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && connectionFailures.has(error.code)) return true;
  return '$metadata' in error && Number(Object(error.$metadata).httpStatusCode) >= 500;
}

/** A failure of the network or of TLS, which Node names by a code; so it names a call made wrongly, which is a bug. */
const isConnectionFailure = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_INVALID_');

/** What AWS says no with because of what it was given. */
const inputRefusals = new Set(['ValidationException', 'TransactionCanceledException']);

/**
 * True where the same input would fail each time, because of what it is: it cannot be read, or its effects cannot be
 * written. Not so where AWS is away, or refuses whoever asks: then no input is to blame.
 */
export function isCausedByInput(error: unknown): boolean {
  if (error instanceof DomainError) return !isUnavailable(error);
  if (!(error instanceof Error)) return true;
  if (isTransient(error) || isConnectionFailure(error)) return false;
  const isOfAws = '$metadata' in error || error.name === 'CredentialsProviderError';
  return !isOfAws || inputRefusals.has(error.name);
}

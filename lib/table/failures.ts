// Classifies failures of AWS calls as transient or as caused by the input.
import { DomainError, isUnavailable } from '#lib/shared/errors.ts';

/** Names of exceptions and of transaction cancellation reasons. */
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

/** A transient failure is a 503, because the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (transientNames.has(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && connectionFailures.has(error.code)) return true;
  return '$metadata' in error && Number(Object(error.$metadata).httpStatusCode) >= 500;
}

/** Codes of invalid arguments are excluded, because they are bugs. */
const isConnectionFailure = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_INVALID_');

const inputErrors = new Set(['ValidationException', 'TransactionCanceledException']);

/** False for AWS outages and missing permissions, which can be fixed without changing the input. */
export function isCausedByInput(error: unknown): boolean {
  if (error instanceof DomainError) return !isUnavailable(error);
  if (!(error instanceof Error)) return true;
  if (isTransient(error) || isConnectionFailure(error)) return false;
  const isFromAws = '$metadata' in error || error.name === 'CredentialsProviderError';
  return !isFromAws || inputErrors.has(error.name);
}

// Classifies failures of AWS calls as transient or as caused by the input.
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';

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

export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (transientNames.has(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && connectionFailures.has(error.code)) return true;
  return '$metadata' in error && Number(Object(error.$metadata).httpStatusCode) >= 500;
}

/** Excludes Node's errors about invalid arguments (`ERR_INVALID_*`), which also have a code but are bugs. */
const isConnectionFailure = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && !error.code.startsWith('ERR_INVALID_');

const inputErrors = new Set(['ValidationException', 'TransactionCanceledException']);

/** Returns false for AWS outages and missing permissions, because a later retry can succeed. */
export function isCausedByInput(error: unknown): boolean {
  if (error instanceof DomainError) return !isUnavailable(error);
  if (error instanceof AggregateError) return error.errors.every(isCausedByInput);
  if (!(error instanceof Error)) return true;
  if (isTransient(error) || isConnectionFailure(error)) return false;
  const isFromAws = '$metadata' in error || error.name === 'CredentialsProviderError';
  return !isFromAws || inputErrors.has(error.name);
}

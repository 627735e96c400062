// Classifies failures of AWS calls as transient or as caused by the input.
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';

/** Some services and SDKs add `Exception` to these names, and some do not. */
const transientNames = new Set([
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'Throttling',
  'ThrottlingError',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionConflict',
  'TransactionInProgress',
  'ReplicatedWriteConflict',
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
  code !== undefined && transientNames.has(code.replace(/Exception$/, ''));

export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isTransientReason(error.name)) return true;
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

// Which failures of DynamoDB mean "not now": throttled, conflicting, slow, or away.

/** Names of exceptions, and of cancellation reasons of a transaction. */
const passing = new Set([
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
]);

export const isPassingReason = (code: string | undefined): boolean => code !== undefined && passing.has(code);

/** True where the same call may succeed later: the caller is told 503, never 500. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (passing.has(error.name)) return true;
  if ('code' in error && typeof error.code === 'string' && connectionFailures.has(error.code)) return true;
  return '$metadata' in error && Number(Object(error.$metadata).httpStatusCode) >= 500;
}

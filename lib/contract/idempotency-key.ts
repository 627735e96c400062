// The headers of idempotent requests and their responses. lib/idempotency implements them.

/** API Gateway passes header names to functions in lower case. */
export const idempotencyKeyHeader = 'Idempotency-Key';
export const replayedHeader = 'idempotency-replayed';

export const idempotencyKeyPattern = /^[ -~]{1,255}$/;

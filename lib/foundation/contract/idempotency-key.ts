// Defines the headers of idempotent requests and their responses. lib/foundation/idempotency implements the behavior.

/** Look this header up in lower case, because API Gateway converts header names to lower case. */
export const idempotencyKeyHeader = 'Idempotency-Key';
export const replayedHeader = 'idempotency-replayed';

export const idempotencyKeyPattern = /^[ -~]{1,255}$/;

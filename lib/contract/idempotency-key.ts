// The header by which a request that is sent again is told from another one. What becomes of it: lib/idempotency.

/** As callers write it; functions receive the names of headers in lower case. */
export const idempotencyKeyHeader = 'Idempotency-Key';
/** `true` on an answer that was given before. */
export const replayedHeader = 'idempotency-replayed';

export const idempotencyKeyPattern = /^[ -~]{1,255}$/;

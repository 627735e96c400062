// The header by which a request that is sent again is told from another one. What becomes of it: lib/idempotency.
import type { Route } from './route.ts';

/** As callers write it; functions receive the names of headers in lower case. */
export const idempotencyKeyHeader = 'Idempotency-Key';
/** `true` on an answer that was given before. */
export const replayedHeader = 'idempotency-replayed';

export const idempotencyKeyPattern = /^[ -~]{1,255}$/;

/** Every POST of a brand, but those of sessions: what they answer is a secret, which is not stored, and works but once. */
export const takesIdempotencyKey = ({ method, access, name }: Pick<Route, 'method' | 'access' | 'name'>) =>
  method === 'POST' && access !== 'public' && !name.startsWith('auth.');

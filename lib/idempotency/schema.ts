// What is kept of a request that an idempotency key names.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';

/** An answer as it was sent: its bytes, and the headers that are its own. */
const storedAnswer = z.lazy(() =>
  z.object({
    statusCode: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
  }),
);

/** A claim of a key. It has an answer once the request has had its effect. */
export const storedClaim = z.lazy(() =>
  z.object({
    /** A hash of what was asked for, with `secret` in it. */
    fingerprint: z.string(),
    /** What ids and tokens are made from, at each attempt the same. */
    secret: z.string(),
    /** When the first attempt began. */
    begunAt: instant,
    /** The request that attempts it; `nobody` where the last one gave up. */
    owner: z.string(),
    /** Until then (epoch milliseconds) that request may be under way. */
    leaseUntil: z.number(),
    /** Epoch seconds. */
    expiresAt: z.number(),
    /** The parts of the request that are done. */
    done: z.set(z.number()).default(new Set()),
    answer: storedAnswer.optional(),
  }),
);

export type StoredAnswer = z.output<typeof storedAnswer>;
export type StoredClaim = z.output<typeof storedClaim>;

// What is kept of a request that an idempotency key names. Of zod just what every bundle has anyway.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';

/** An answer as it was sent; a POST has no headers of its own but the type of its body. */
const storedAnswer = z.lazy(() => z.object({ statusCode: z.int(), body: z.string().optional() }));

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
    leaseUntil: z.int(),
    /** Epoch seconds. */
    expiresAt: z.int(),
    /** The parts of the request that are done. */
    done: z.array(z.int()).optional(),
    answer: storedAnswer.optional(),
  }),
);

export type StoredAnswer = z.output<typeof storedAnswer>;
export type StoredClaim = z.output<typeof storedClaim>;

// The stored claim of an idempotency key, with the stored response.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';

/** A response as it was sent. It needs no headers, because the content type is always JSON. */
const storedAnswer = z.lazy(() => z.object({ statusCode: z.int(), body: z.string().optional() }));

export const storedClaim = z.lazy(() =>
  z.object({
    /** A hash of the request and `secret`. */
    fingerprint: z.string(),
    /** Ids and tokens are derived from it, so every attempt creates the same ones. */
    secret: z.string(),
    /** When the first attempt began. */
    begunAt: instant,
    /** The id of the request that holds the claim, or `nobody` after a failed attempt. */
    owner: z.string(),
    /** The end of the owner's lease, in epoch milliseconds. */
    leaseUntil: z.int(),
    /** Epoch seconds. */
    expiresAt: z.int(),
    /** The parts of the request, such as items of a bulk request, that are done. */
    done: z.array(z.int()).optional(),
    /** Set once the request is complete. */
    answer: storedAnswer.optional(),
  }),
);

export type StoredAnswer = z.output<typeof storedAnswer>;
export type StoredClaim = z.output<typeof storedClaim>;

// Defines the schema of the claim of an idempotency key, which contains the stored response.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';

/** `sealed` is the body. An answer without a body has none. */
const storedAnswer = z.object({ statusCode: z.int(), sealed: z.string().optional() });

export const storedClaim = z.object({
  fingerprint: z.string(),
  secret: z.string(),
  begunAt: instant,
  /** The id of the request that holds the claim, or `nobody` after the claim was released. */
  owner: z.string(),
  /** In epoch milliseconds. */
  leaseUntil: z.int(),
  /** In epoch seconds. */
  expiresAt: z.int(),
  done: z.set(z.int()).optional(),
  answer: storedAnswer.optional(),
});

export type StoredAnswer = z.output<typeof storedAnswer>;
export interface OpenAnswer {
  readonly statusCode: number;
  readonly body?: string | undefined;
}
export type StoredClaim = z.output<typeof storedClaim>;

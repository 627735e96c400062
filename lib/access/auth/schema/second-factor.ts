// Defines the schemas of second factors and of their codes.
import * as z from 'zod';

export const storedSecondFactor = z.object({
  /** In base32. */
  secret: z.string(),
  /** The number of the 30 seconds whose code was used last. */
  lastCounter: z.int(),
  /** Hashes of the recovery codes that are not used. */
  recoveryCodes: z.array(z.string()),
});
export type SecondFactor = z.output<typeof storedSecondFactor>;

/** A second factor that is not confirmed yet: its secret, and the number of codes that were sent for it. */
export const pendingSecondFactor = () => ({
  pendingSecret: z.string().optional(),
  pendingGuesses: z.int().optional(),
});

export const totpCode = z.string().regex(/^\d{6}$/, 'Must be the six digits of the authenticator app');

export const secondFactorProof = () => ({
  code: totpCode.optional().meta({
    description: 'The current code of the authenticator app, if the user has a second factor. It works once.',
  }),
  recoveryCode: z.string().min(1).max(64).optional().meta({
    description: 'A recovery code, instead of `code`. It works once.',
  }),
});
export interface SecondFactorProof {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

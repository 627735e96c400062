// Defines the stored items of credentials and sessions, and the claims of tokens.
import * as z from 'zod';
import { passwordVersion } from '#lib/access/users/schema/stored.ts';
import { creatorRole, role } from '#lib/foundation/contract/role.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { pendingSecondFactor, storedSecondFactor } from './schema/second-factor.ts';

export const tokenLifetimeSeconds = 24 * secondsPerHour;

export const storedCredentials = z.object({
  userId: idSchema('user'),
  brandId: idSchema('brand'),
  email: z.string(),
  /** Copied from the user, so that a login reads only the credentials. */
  role,
  passwordVersion,
  passwordHash: z.string(),
  secondFactor: storedSecondFactor.optional(),
  ...pendingSecondFactor(),
});
export type StoredCredentials = z.output<typeof storedCredentials>;

/** A token is valid only while its session exists. */
export const storedSession = z.object({
  id: idSchema('session'),
  userId: idSchema('user'),
  passwordVersion,
  /** The time of the login. */
  createdAt: instant,
  /** The current token. */
  tokenId: idSchema('session'),
  /** The tokens that were refreshed in the last seconds before the current token was issued. */
  replaced: z.array(z.object({ tokenId: idSchema('session'), replacedAt: instant })),
});
export type StoredSession = z.output<typeof storedSession>;

/** `iat` and `exp` are in seconds since the epoch (RFC 7519). */
export const claims = z.object({
  sub: z.union([idSchema('user'), idSchema('affiliate')]),
  brandId: idSchema('brand'),
  /** Only tokens of creators have it. In test mode, `brandId` is the test twin of this account. */
  accountId: idSchema('brand').optional(),
  role: z.union([role, z.literal(creatorRole)]),
  sid: idSchema('session'),
  jti: idSchema('session'),
  iat: z.int(),
  exp: z.int(),
});
export type Claims = z.output<typeof claims>;

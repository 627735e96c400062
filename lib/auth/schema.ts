// Defines the stored items of credentials, users and sessions, and the claims of tokens.
import * as z from 'zod';
import { role } from '#lib/contract/role.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { secondsPerHour } from '#lib/shared/dates.ts';
import { isEmailAddress, maxEmailBytes } from '#lib/shared/email-addresses.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { pendingSecondFactor, storedSecondFactor } from './schema/second-factor.ts';

export const email = z
  .string()
  .trim()
  .refine(
    isEmailAddress,
    `Must be an e-mail address of at most ${maxEmailBytes} bytes, such as ada@example.com`,
  )
  .meta({
    format: 'idn-email',
    description: `An e-mail address in any script (RFC 6531), at most ${maxEmailBytes} bytes in UTF-8`,
    example: 'ops@acme.test',
  });

export const tokenLifetimeSeconds = 24 * secondsPerHour;

/**
 * The number of times that all sessions of the user were ended, by a new password or a logout. A session with a different number
 * is revoked; a timestamp would suffer from clock skew.
 */
const passwordVersion = z.int();

export const userStatus = z.enum(['invited', 'active']).meta({
  description: '`invited` until the user has accepted the invitation and chosen a password.',
});

export const storedUser = z.object({
  id: idSchema('user'),
  brandId: idSchema('brand'),
  email: z.string(),
  role,
  passwordVersion,
  /** Empty if no name was given. */
  name: z.string(),
  status: userStatus,
  /** Copied from the credentials, so that every request knows it. */
  hasSecondFactor: z.boolean(),
  /** The invitation was sent again, and the user ended all sessions, at these times. */
  invitedAt: instant.optional(),
  sessionsEndedAt: instant.optional(),
  createdAt: instant,
});
export type StoredUser = z.output<typeof storedUser>;

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
  sub: idSchema('user'),
  brandId: idSchema('brand'),
  role,
  sid: idSchema('session'),
  jti: idSchema('session'),
  iat: z.int(),
  exp: z.int(),
});
export type Claims = z.output<typeof claims>;

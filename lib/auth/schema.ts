// Defines the schemas of credentials, users, sessions and tokens.
import * as z from 'zod';
import { role } from '#lib/contract/role.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { secondsPerHour } from '#lib/shared/dates.ts';
import { isEmailAddress, maxEmailBytes } from '#lib/shared/email-addresses.ts';
import { idSchema } from '#lib/shared/ids.ts';
import { solvedChallengeInput } from './schema/challenge.ts';
import { pendingSecondFactor, secondFactorProof, storedSecondFactor } from './schema/second-factor.ts';

export const email = z.lazy(() =>
  z
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
    }),
);

/** NIST SP 800-63B requires a minimum length and advises against composition rules. */
export const newPassword = z.lazy(() => z.string().min(12, 'Must have at least 12 characters').max(1024));

const loginEmail = z.string().meta({ description: 'The e-mail address of the user.' });

export const credentialsInput = z.lazy(() =>
  z
    .strictObject({
      email: loginEmail.min(1).max(254),
      password: z.string().min(1).max(1024).meta({ description: 'The password of the user.' }),
      ...secondFactorProof(),
      challenge: solvedChallengeInput,
    })
    .meta({ id: 'Credentials', description: 'The credentials of a user.' }),
);
export type CredentialsInput = z.output<typeof credentialsInput>;

export const logoutInput = z.lazy(() =>
  z
    .strictObject({
      all: z.boolean().optional().meta({ description: '`true` ends all sessions of the user.' }),
    })
    .optional()
    .meta({ id: 'LogoutInput', description: 'Says which sessions end.' }),
);

export const user = z.lazy(() =>
  z
    .object({ id: idSchema('user'), email: loginEmail, brandId: idSchema('brand') })
    .meta({ id: 'User', description: 'A user of the brand.' }),
);

export const tokenLifetimeSeconds = 24 * secondsPerHour;

export const accessToken = z.lazy(() =>
  z
    .string()
    .meta({ description: 'A JWT, valid for 24 hours. A server-side secret: never send it to a browser.' }),
);

export const loginAnswer = z.lazy(() =>
  z.object({ accessToken, user }).meta({ id: 'Login', description: 'A new session.' }),
);
export const refreshAnswer = z.lazy(() =>
  z.object({ accessToken }).meta({ id: 'Refresh', description: 'The new token of a session.' }),
);

/**
 * The number of times that all sessions of the user were ended, by a new password or a logout. A session with a different number
 * is revoked; a timestamp would suffer from clock skew.
 */
const passwordVersion = z.int();

export const userStatus = z.enum(['invited', 'active']).meta({
  description: '`invited` until the user has accepted the invitation and chosen a password.',
});

export const storedUser = z.lazy(() =>
  z.object({
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
  }),
);
export type StoredUser = z.output<typeof storedUser>;

export const storedCredentials = z.lazy(() =>
  z.object({
    userId: idSchema('user'),
    brandId: idSchema('brand'),
    email: z.string(),
    /** Copied from the user, so that a login reads only the credentials. */
    role,
    passwordVersion,
    passwordHash: z.string(),
    secondFactor: storedSecondFactor.optional(),
    ...pendingSecondFactor(),
  }),
);
export type StoredCredentials = z.output<typeof storedCredentials>;

/** A token is valid only while its session exists. */
export const storedSession = z.lazy(() =>
  z.object({
    id: idSchema('session'),
    userId: idSchema('user'),
    passwordVersion,
    /** The time of the login. */
    createdAt: instant,
    /** The current token. */
    tokenId: idSchema('session'),
    /** The tokens that were refreshed in the last seconds before the current token was issued. */
    replaced: z.array(z.object({ tokenId: idSchema('session'), replacedAt: instant })),
  }),
);
export type StoredSession = z.output<typeof storedSession>;

/** `iat` and `exp` are in seconds since the epoch (RFC 7519). */
export const claims = z.lazy(() =>
  z.object({
    sub: idSchema('user'),
    brandId: idSchema('brand'),
    role,
    sid: idSchema('session'),
    jti: idSchema('session'),
    iat: z.int(),
    exp: z.int(),
  }),
);
export type Claims = z.output<typeof claims>;

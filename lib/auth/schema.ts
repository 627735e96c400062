// Credentials, sessions and tokens: what goes in, what is stored, what comes out.
import * as z from 'zod';
import { role } from '#lib/contract/role.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { hours } from '#lib/shared/dates.ts';
import { idOf } from '#lib/shared/ids.ts';

/** 254 characters are the most that an address can have in SMTP (RFC 5321, 4.5.3.1.3). */
export const email = z.lazy(() => z.email().max(254).meta({ example: 'ops@acme.test' }));

/** How e-mail addresses are compared: without regard to case. */
export const normalizeEmail = (address: string): string => address.trim().toLowerCase();

/** A password that is being set (NIST SP 800-63B: length is what counts). */
export const newPassword = z.lazy(() => z.string().min(12, 'Must have at least 12 characters').max(1024));

export const credentialsInput = z.lazy(() =>
  z.strictObject({
    email: z.string().min(1).max(254),
    password: z.string().min(1).max(1024),
  }),
);

export const user = z.lazy(() =>
  z.object({ id: idOf('user'), email: z.string(), brandId: idOf('brand') }).meta({ id: 'User' }),
);

export const tokenLifetimeSeconds = 24 * hours;

export const accessToken = z.lazy(() =>
  z.string().meta({
    description: 'JWT, valid for 24 hours. A server-side secret: never send it to a browser',
  }),
);

export const loginAnswer = z.lazy(() => z.object({ accessToken, user }).meta({ id: 'Login' }));
export const refreshAnswer = z.lazy(() => z.object({ accessToken }).meta({ id: 'Refresh' }));

/**
 * How often the user's password has been changed. A session belongs to the version it began with, and dies with it: a
 * count and not a time, so that neither a refresh at the same moment nor a clock that is wrong lets one live on.
 */
const passwordVersion = z.int().default(0);

/** A user as stored. */
export const storedUser = z.object({
  id: idOf('user'),
  brandId: idOf('brand'),
  email: z.string(),
  role,
  passwordVersion,
  createdAt: instant,
});
export type StoredUser = z.output<typeof storedUser>;

/** What a login is checked against, found by e-mail address. `passwordHash` is a PHC string. */
export const storedCredentials = z.lazy(() =>
  z.object({
    userId: idOf('user'),
    brandId: idOf('brand'),
    email: z.string(),
    /** The same as the user's, for the token and its session: a login then needs no other read. */
    role,
    passwordVersion,
    passwordHash: z.string(),
  }),
);
export type StoredCredentials = z.output<typeof storedCredentials>;

/** One access token that is alive; without its session a token is revoked. */
export const storedSession = z.object({
  id: idOf('session'),
  userId: idOf('user'),
  passwordVersion,
  createdAt: instant,
});

/** The claims of an access token; times in seconds since the epoch (RFC 7519). */
export const claims = z.object({
  sub: idOf('user'),
  brandId: idOf('brand'),
  role,
  jti: idOf('session'),
  iat: z.int(),
  exp: z.int(),
});
export type Claims = z.output<typeof claims>;

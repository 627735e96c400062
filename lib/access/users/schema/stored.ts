// Defines the stored item of a user.
import * as z from 'zod';
import { role } from '#lib/foundation/contract/role.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

/**
 * The number of times that all sessions of the user were ended, by a new password or a logout. A session with a different number
 * is revoked; a timestamp would suffer from clock skew.
 */
export const passwordVersion = z.int();

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

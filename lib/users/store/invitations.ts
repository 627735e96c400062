// Invites users. An invited user has no password, until the link of the invitation is used to choose one.
import { hashWithoutPassword } from '#lib/auth/rules/passwords.ts';
import type { StoredUser } from '#lib/auth/schema.ts';
import { newUser } from '#lib/brands/rules/new-brand.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { addUser, userKey } from '#lib/brands/writes.ts';
import { countLink, queueEmail } from '#lib/email/writes.ts';
import { addSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { conflict } from '#lib/shared/errors.ts';
import { staleWrite, type Write } from '#lib/table/writes/write.ts';
import { maxUsers, type UserInput } from '#lib/users/schema/users.ts';
import { getUser, listUsers } from './users.ts';

const invitationSeconds = 7 * secondsPerDay;

interface Invitation {
  readonly user: StoredUser;
  readonly writes: readonly Write[];
}

function invitationEmail({ id: userId, email, passwordVersion }: StoredUser, brand: Brand, now: Date): Write {
  const expiresAt = addSeconds(now, invitationSeconds).toISOString();
  const link = { purpose: 'invitation', brandId: brand.id, userId, passwordVersion, expiresAt } as const;
  return queueEmail({ kind: 'invitation', brandId: brand.id, to: email, brandName: brand.name, link }, now);
}

/** Throws a 409 if the brand has too many users. Concurrent invitations can exceed the limit by a few. */
export async function inviteUser(brand: Brand, input: UserInput, now: Date): Promise<Invitation> {
  const users = await listUsers(brand.id);
  if (users.length >= maxUsers)
    throw conflict('user_limit_reached', `The brand has ${maxUsers} users. Remove a user first.`);
  const user = newUser(brand.id, { ...input, status: 'invited' }, now);
  return {
    user,
    writes: [
      ...addUser(user, hashWithoutPassword()),
      countLink(user.email, now),
      invitationEmail(user, brand, now),
    ],
  };
}

/** Throws a 409 if the user has accepted the invitation. */
export async function inviteAgain(brand: Brand, id: string, now: Date): Promise<Invitation> {
  const user = await getUser(brand.id, id);
  if (user.status !== 'invited')
    throw conflict('user_not_invited', 'The user has accepted the invitation, so it cannot be sent again');
  const stillInvited: Write = {
    kind: 'update',
    key: userKey(user),
    update: 'SET #invitedAt = :now',
    condition: '#status = :invited',
    values: { invited: 'invited', now: now.toISOString() },
    refused: staleWrite,
  };
  return { user, writes: [stillInvited, countLink(user.email, now), invitationEmail(user, brand, now)] };
}

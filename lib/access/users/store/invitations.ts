// Invites users. An invited user has no password, until the link of the invitation is used to choose one.
import type { Caller } from '#lib/access/auth/rules/caller.ts';
import { invitationSeconds } from '#lib/access/auth/rules/invitations.ts';
import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { newUser } from '#lib/access/brands/rules/new-brand.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { addInvitedUser, userKey } from '#lib/access/brands/writes.ts';
import { countLink, queueEmail } from '#lib/access/email/writes.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import type { UserInput } from '#lib/access/users/schema/users.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { conflict, notFound } from '#lib/foundation/shared/errors.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';
import { takePlace } from './places.ts';
import { listUsers } from './users.ts';

interface Invitation {
  readonly user: StoredUser;
  readonly writes: readonly Write[];
}

/** An address that has a login gets no link, and an e-mail that says so. The brand sees no difference. */
async function invitationWrites(user: StoredUser, brand: Brand, now: Date): Promise<readonly Write[]> {
  const { id: userId, email, passwordVersion } = user;
  const isTaken = (await getItem(keys.credentials(email))) !== undefined;
  const expiresAt = addSeconds(now, invitationSeconds).toISOString();
  const link = { purpose: 'invitation', brandId: brand.id, userId, passwordVersion, expiresAt } as const;
  const sent = { kind: 'invitation', to: email, link: isTaken ? null : link } as const;
  return [
    countLink(email, link, now),
    queueEmail({ ...sent, brandId: brand.id, brandName: brand.name }, now),
  ];
}

/** Throws a 409 if the brand has too many users. `taken` was read before (places.ts). */
export async function inviteUser(
  caller: Caller,
  input: UserInput,
  taken: number,
  now: Date,
): Promise<Invitation> {
  const { brand } = caller;
  const user = newUser(brand.id, { ...input, status: 'invited' }, now);
  const [users, invitation] = await Promise.all([listUsers(brand.id), invitationWrites(user, brand, now)]);
  const place = takePlace(user, users, taken, now);
  const writes = [...addInvitedUser(user), place, ...invitation];
  return { user, writes: withPreconditions(writes, rightsUnchanged(caller)) };
}

/** Throws a 409 if the user has accepted the invitation, or if it has expired and the brand has too many users. */
export async function inviteAgain(caller: Caller, id: string, taken: number, now: Date): Promise<Invitation> {
  const { brand } = caller;
  const users = await listUsers(brand.id);
  const user = users.find((listed) => listed.id === id);
  if (user === undefined) throw notFound('user');
  if (user.status !== 'invited')
    throw conflict('user_not_invited', 'The user has accepted the invitation, so it cannot be sent again');
  const stillInvited: Write = {
    kind: 'update',
    key: userKey(user),
    set: { invitedAt: now.toISOString() },
    condition: '#status = :invited',
    values: { invited: 'invited' },
    refused: staleWrite,
  };
  const place = takePlace(user, users, taken, now);
  const writes = [stillInvited, place, ...(await invitationWrites(user, brand, now))];
  return { user, writes: withPreconditions(writes, rightsUnchanged(caller)) };
}

// Accepts an invitation: creates the login of the user. docs/decisions/0130
import { hashPassword } from '#lib/access/auth/rules/passwords.ts';
import type { StoredCredentials } from '#lib/access/auth/schema.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { putNew, updateExisting } from '#lib/foundation/table/writes/write.ts';

export const invalidLink = () =>
  invalidField(
    'token',
    'The link is wrong, has expired or was already used: request a new one',
    'link_invalid',
  );

const addressTaken = () =>
  invalidField(
    'token',
    'The e-mail address already logs in to another account: ask an admin of the brand to invite another address',
    'link_invalid',
  );

/** Throws a 400 if the invitation was accepted or changed meanwhile, or if the address has a login of another brand. */
export async function acceptInvitation(user: StoredUser, password: string): Promise<void> {
  const { id: userId, brandId, email, role, passwordVersion: was } = user;
  const passwordVersion = was + 1;
  const passwordHash = await hashPassword(password);
  const credentials: StoredCredentials = { userId, brandId, email, role, passwordVersion, passwordHash };
  await transact([
    putNew({ ...keys.credentials(email), ...credentials }, (existing) =>
      existing?.userId === userId ? invalidLink() : addressTaken(),
    ),
    updateExisting(
      keys.item(brandId, 'user', userId),
      {
        set: { passwordVersion, status: 'active' },
        condition: '#passwordVersion = :was AND #role = :role AND #status = :invited',
        values: { was, role, invited: 'invited' },
      },
      invalidLink,
    ),
  ]);
}

// Builds the writes that add brands and users.
import type { StoredCredentials } from '#lib/access/auth/schema.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';

export const addBrand = (brand: Brand): readonly Write[] => [
  putNew({ ...keys.brand(brand.id), ...brand }),
  putNew({ ...keys.brandDirectory(brand.id), brandId: brand.id }),
];

export const userKey = ({ brandId, id }: Pick<StoredUser, 'brandId' | 'id'>) =>
  keys.item(brandId, 'user', id);

const userExists = () => conflict('user_exists', 'A user with this e-mail address already exists');

/** Does not touch the login of the address, which can belong to another brand. */
export const addInvitedUser = (user: StoredUser): readonly Write[] => [
  putNew({ ...emailKeys.userEmail(user.brandId, user.email), userId: user.id }, userExists),
  putNew({ ...userKey(user), ...user }),
];

export function addUser(user: StoredUser, passwordHash: string): readonly Write[] {
  const { id: userId, brandId, email, role, passwordVersion } = user;
  const credentials: StoredCredentials = { userId, brandId, email, role, passwordVersion, passwordHash };
  return [putNew({ ...keys.credentials(email), ...credentials }, userExists), ...addInvitedUser(user)];
}

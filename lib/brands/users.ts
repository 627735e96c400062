// Reads and writes of a brand's users, who log in by e-mail address and password.
import { hashPassword } from '#lib/auth/passwords.ts';
import {
  normalizeEmail,
  type Role,
  type StoredUser,
  storedCredentials,
  storedUser,
} from '#lib/auth/schema.ts';
import { conflict, notFound } from '#lib/shared/errors.ts';
import { missing, newId } from '#lib/shared/ids.ts';
import { changed, decideAndWrite } from '#lib/table/changes.ts';
import { getItem, queryAll } from '#lib/table/client.ts';
import { collectionOf, keys, partitionKey } from '#lib/table/keys.ts';
import {
  deleteExisting,
  demand,
  putNew,
  transact,
  updateExisting,
  type Write,
} from '#lib/table/transaction.ts';

const keyOf = ({ brandId, id }: Pick<StoredUser, 'brandId' | 'id'>) => keys.item(brandId, 'user', id);

/** The user that will be added; nothing is written yet. */
export const newUser = (
  brandId: string,
  { email, role }: Pick<StoredUser, 'email' | 'role'>,
  now: Date,
): StoredUser => ({
  id: newId('user', now),
  brandId,
  email: normalizeEmail(email),
  role,
  passwordVersion: 0,
  createdAt: now.toISOString(),
});

/** The writes that add a user. An e-mail address belongs to one user of the whole service: 409. */
export async function addUser(user: StoredUser, password: string): Promise<readonly Write[]> {
  const { id: userId, brandId, email, role, passwordVersion } = user;
  const passwordHash = await hashPassword(password);
  return [
    putNew({ ...keys.credentials(email), userId, brandId, email, role, passwordVersion, passwordHash }, () =>
      conflict('A user with this e-mail address exists already'),
    ),
    putNew({ ...keyOf(user), ...user }),
  ];
}

export async function createUser(
  brandId: string,
  given: Pick<StoredUser, 'email' | 'role'>,
  password: string,
  now: Date,
): Promise<StoredUser> {
  const user = newUser(brandId, given, now);
  const adds = await addUser(user, password);
  await transact([demand(keys.brand(brandId), () => missing('brand')), ...adds]);
  return user;
}

/** All users of a brand, oldest first. */
export async function listUsers(brandId: string): Promise<readonly StoredUser[]> {
  const found = await queryAll({
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': partitionKey },
    ExpressionAttributeValues: { ':pk': collectionOf(brandId, 'user') },
    ConsistentRead: true,
  });
  return found.map((user) => storedUser.parse(user));
}

const unknownUser = () => notFound('User with this e-mail address');

async function findUser(emailInput: string): Promise<StoredUser> {
  const found = await getItem(keys.credentials(normalizeEmail(emailInput)));
  if (found === undefined) throw unknownUser();
  const { userId: id, brandId } = storedCredentials.parse(found);
  const user = await getItem(keyOf({ brandId, id }));
  if (user === undefined) throw unknownUser();
  return storedUser.parse(user);
}

/**
 * The write that lets a brand lose an admin: it demands that another one, the witness, still is one. Of two admins who
 * are removed at the same moment, each the other's witness, one stays.
 */
async function witnessFor(user: StoredUser): Promise<readonly Write[]> {
  if (user.role !== 'admin') return [];
  const others = await listUsers(user.brandId);
  const witness = others.find(({ id, role }) => role === 'admin' && id !== user.id);
  if (witness === undefined)
    throw conflict('This is the last admin of its brand: make another user admin first');
  return [
    {
      kind: 'check',
      key: keyOf(witness),
      condition: '#role = :admin',
      values: { admin: 'admin' },
      refused: changed,
    },
  ];
}

/** The user must still have the role that the decision was made on. */
const stillHas = (role: Role) => ({ condition: '#role = :was', values: { was: role } });

/** Removes a user; its tokens are dead from the next request on. A brand's last admin stays: 409. */
export const removeUser = (email: string): Promise<StoredUser> =>
  decideAndWrite(async () => {
    const user = await findUser(email);
    await transact([
      ...(await witnessFor(user)),
      deleteExisting(keys.credentials(user.email), changed),
      deleteExisting(keyOf(user), changed, stillHas(user.role)),
    ]);
    return user;
  });

/** Sets a role, which holds from the next request on. A brand's last admin stays one: 409. */
export const setRole = (email: string, role: Role): Promise<StoredUser> =>
  decideAndWrite(async () => {
    const user = await findUser(email);
    if (user.role === role) return user;
    const { condition, values } = stillHas(user.role);
    const update = 'SET #role = :role';
    await transact([
      ...(await witnessFor(user)),
      updateExisting(keys.credentials(user.email), { update, values: { role } }, changed),
      updateExisting(keyOf(user), { update, condition, values: { role, ...values } }, changed),
    ]);
    return { ...user, role };
  });

/** Sets a password; all tokens that were issued before are dead from the next request on. */
export async function setPassword(email: string, password: string): Promise<StoredUser> {
  const passwordHash = await hashPassword(password);
  return decideAndWrite(async () => {
    const user = await findUser(email);
    const was = user.passwordVersion;
    const passwordVersion = was + 1;
    await transact([
      updateExisting(
        keys.credentials(user.email),
        {
          update: 'SET #passwordHash = :passwordHash, #passwordVersion = :passwordVersion',
          values: { passwordHash, passwordVersion },
        },
        changed,
      ),
      updateExisting(
        keyOf(user),
        {
          update: 'SET #passwordVersion = :passwordVersion',
          condition: '#passwordVersion = :was',
          values: { passwordVersion, was },
        },
        changed,
      ),
    ]);
    return { ...user, passwordVersion };
  });
}

// Defines the commands for users. An e-mail address identifies a user, because it is unique across brands.

import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { command } from './command.ts';
import { brandOption, emailOption, passwordOption, roleOption } from './options.ts';
import { choosePassword } from './passwords.ts';
import { facts, table } from './text.ts';

const present = ({ id, email, role, brandId, createdAt }: StoredUser) => ({
  id,
  email,
  role,
  brandId,
  createdAt,
});

const create = command({
  name: 'user create',
  summary: 'Add a user to a brand',
  options: { brand: brandOption, email: emailOption, role: roleOption, password: passwordOption },
  examples: ['--brand brd_01JD0000000000000000000000 --email ada@acme.test --role member'],
  action: async ({ brand, email, role, password }, { users, now }) => {
    const chosen = choosePassword(password);
    await users.createUser(brand, { email, role, password: chosen.password }, now());
    const user = present(await users.findUser(email));
    return {
      data: { ...user, ...chosen.shown },
      text: facts(`Created ${user.email}`, [['role', role], ['brand', brand], ...chosen.facts]),
    };
  },
});

const list = command({
  name: 'user list',
  summary: 'List the users of a brand, oldest first',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand }, { getBrand, users }) => {
    await getBrand(brand);
    const data = (await users.listUsers(brand)).map(present);
    const rows = data.map(({ id, email, role, createdAt }) => [email, role, id, createdAt.slice(0, 10)]);
    return {
      data,
      text: table(['email', 'role', 'id', 'created'], rows, 'No users: add one with user create'),
    };
  },
});

const remove = command({
  name: 'user remove',
  summary: 'Remove a user and revoke the user’s tokens',
  options: { email: emailOption },
  positional: ['email'],
  examples: ['--email ada@acme.test'],
  action: async ({ email: given }, { users }) => {
    const email = normalizeEmail(given);
    await users.removeUser(email);
    return { data: { email, removed: true }, text: `Removed ${email}` };
  },
});

const setRole = command({
  name: 'user set-role',
  summary: 'Change the role of a user, effective on the next request',
  options: { email: emailOption, role: roleOption },
  positional: ['email', 'role'],
  examples: ['--email ada@acme.test --role admin'],
  action: async ({ email, role }, { users }) => {
    await users.setRole(email, role);
    const data = present(await users.findUser(email));
    return { data, text: `${data.email} now has the role ${role}` };
  },
});

const setPassword = command({
  name: 'user set-password',
  summary: 'Set the password of a user and revoke the user’s tokens',
  options: { email: emailOption, password: passwordOption },
  positional: ['email'],
  examples: ['--email ada@acme.test', '--email ada@acme.test --password "correct horse battery"'],
  action: async ({ email: given, password }, { users }) => {
    const email = normalizeEmail(given);
    const chosen = choosePassword(password);
    await users.setPassword(email, chosen.password);
    const title = `Changed the password of ${email}`;
    return {
      data: { email, ...chosen.shown },
      text: chosen.facts.length === 0 ? title : facts(title, chosen.facts),
    };
  },
});

export const userCommands = [create, list, remove, setRole, setPassword] as const;

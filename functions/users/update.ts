import { rightsUnchanged } from '#lib/auth/writes.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { changeUser, getUser } from '#lib/users/store/users.ts';

export const handler = endpoint(users.update, async ({ caller, params, body }) => {
  const find = () => getUser(caller.brand.id, params.id);
  return presentUser(await changeUser(find, body, rightsUnchanged(caller)));
});

import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { presentUser } from '#lib/access/users/present.ts';
import { users } from '#lib/access/users/routes.ts';
import { changeUser, getUser } from '#lib/access/users/store/users.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(users.update, async ({ caller, params, body }) => {
  const find = () => getUser(caller.brand.id, params.id);
  return presentUser(await changeUser(find, body, rightsUnchanged(caller)));
});

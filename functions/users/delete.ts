import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { users } from '#lib/access/users/routes.ts';
import { getUser, removeUser } from '#lib/access/users/store/users.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(users.delete, ({ caller, params }) =>
  removeUser(() => getUser(caller.brand.id, params.id), rightsUnchanged(caller)),
);

import { rightsUnchanged } from '#lib/auth/writes.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { users } from '#lib/users/routes.ts';
import { getUser, removeUser } from '#lib/users/store/users.ts';

export const handler = endpoint(users.delete, ({ caller, params }) =>
  removeUser(() => getUser(caller.brand.id, params.id), rightsUnchanged(caller)),
);

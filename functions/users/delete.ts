import { endpoint } from '#lib/http/endpoint.ts';
import { users } from '#lib/users/routes.ts';
import { getUser, removeUser } from '#lib/users/store/users.ts';

export const handler = endpoint(users.delete, ({ caller: { brand }, params }) =>
  removeUser(() => getUser(brand.id, params.id)),
);

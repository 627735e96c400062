import { endpoint } from '#lib/http/endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { changeUser, getUser } from '#lib/users/store/users.ts';

export const handler = endpoint(users.update, async ({ caller: { brand }, params, body }) =>
  presentUser(await changeUser(() => getUser(brand.id, params.id), body)),
);

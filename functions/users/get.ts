import { endpoint } from '#lib/http/endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { getUser } from '#lib/users/store/users.ts';

export const handler = endpoint(users.get, async ({ caller, params }) =>
  presentUser(await getUser(caller.brand.id, params.id)),
);

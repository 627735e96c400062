import { presentUser } from '#lib/access/users/present.ts';
import { users } from '#lib/access/users/routes.ts';
import { getUser } from '#lib/access/users/store/users.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(users.get, async ({ caller, params }) =>
  presentUser(await getUser(caller.brand.id, params.id)),
);

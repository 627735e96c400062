import { presentUser } from '#lib/access/users/present.ts';
import { users } from '#lib/access/users/routes.ts';
import { getUser } from '#lib/access/users/store/users.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(users.me, async ({ caller: { brand, userId } }) => {
  const user = presentUser(await getUser(brand.id, userId));
  return { ...user, brand: { id: brand.id, name: brand.name } };
});

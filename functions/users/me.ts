import { endpoint } from '#lib/http/endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { getUser } from '#lib/users/store/users.ts';

export const handler = endpoint(users.me, async ({ caller: { brand, userId } }) => {
  const user = presentUser(await getUser(brand.id, userId));
  return { ...user, brand: { id: brand.id, name: brand.name } };
});

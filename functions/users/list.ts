import { presentUser } from '#lib/access/users/present.ts';
import { users } from '#lib/access/users/routes.ts';
import { readUserPage } from '#lib/access/users/store/list.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(users.list, async ({ caller, page }) => {
  const { items, ...rest } = await readUserPage(caller.brand.id, page);
  return { ...rest, items: items.map(presentUser) };
});

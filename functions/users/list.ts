import { endpoint } from '#lib/http/endpoint.ts';
import { presentUser } from '#lib/users/present.ts';
import { users } from '#lib/users/routes.ts';
import { readUserPage } from '#lib/users/store/list.ts';

export const handler = endpoint(users.list, async ({ caller, page }) => {
  const { items, ...rest } = await readUserPage(caller.brand.id, page);
  return { ...rest, items: items.map(presentUser) };
});

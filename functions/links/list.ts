import { presentLink } from '#lib/clicks/links/present.ts';
import { links } from '#lib/clicks/links/routes.ts';
import { listLinks } from '#lib/clicks/links/store/links.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(links.list, async ({ caller, query, page }) => {
  const found = await listLinks(caller.brand.id, query, page);
  return { ...found, items: found.items.map((link) => presentLink(link, caller.brand)) };
});

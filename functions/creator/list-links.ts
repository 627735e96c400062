import { presentOwnLink } from '#lib/clicks/links/present.ts';
import { creator } from '#lib/clicks/links/routes.ts';
import { listLinks } from '#lib/clicks/links/store/links.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.listLinks, async ({ caller, page }) => {
  const { brand, affiliateId } = caller;
  const found = await listLinks(brand.id, { affiliateId }, page);
  return { ...found, items: found.items.map((link) => presentOwnLink(link, brand)) };
});

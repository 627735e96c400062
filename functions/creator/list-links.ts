import { listLinks } from '#lib/clicks/links/store/links.ts';
import { presentOwnLink } from '#lib/outlets/creator-portal/present/links.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.listLinks, async ({ caller, page }) => {
  const { brand, affiliateId } = caller;
  const found = await listLinks(brand.id, { affiliateId }, page);
  return { ...found, items: found.items.map(presentOwnLink) };
});

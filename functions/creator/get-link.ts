import { presentOwnLink } from '#lib/clicks/links/present.ts';
import { creator } from '#lib/clicks/links/routes.ts';
import { getLink } from '#lib/clicks/links/store/links.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(
  creator.getLink,
  async ({ caller: { brand, affiliateId }, params: { id } }) =>
    presentOwnLink(await getLink(brand.id, id, affiliateId), brand),
);

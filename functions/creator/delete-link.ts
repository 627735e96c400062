import { creator } from '#lib/clicks/links/routes.ts';
import { checkMayChange } from '#lib/clicks/links/rules/own-links.ts';
import { deleteLink } from '#lib/clicks/links/store/links.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.deleteLink, ({ caller, params, now }) => {
  checkMayChange(caller);
  return deleteLink(params.id, caller, now);
});

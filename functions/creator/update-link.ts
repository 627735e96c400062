import { presentOwnLink } from '#lib/clicks/links/present.ts';
import { creator } from '#lib/clicks/links/routes.ts';
import { checkMayChange } from '#lib/clicks/links/rules/own-links.ts';
import { updateLink } from '#lib/clicks/links/store/links.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.updateLink, async ({ caller, params, body, now }) => {
  checkMayChange(caller);
  return presentOwnLink(await updateLink(params.id, body, caller, now), caller.brand);
});

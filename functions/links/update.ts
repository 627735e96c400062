import { presentLink } from '#lib/clicks/links/present.ts';
import { links } from '#lib/clicks/links/routes.ts';
import { updateLink } from '#lib/clicks/links/store/links.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(links.update, async ({ caller, params, body, now }) =>
  presentLink(await updateLink(params.id, body, { brand: caller.brand }, now), caller.brand),
);

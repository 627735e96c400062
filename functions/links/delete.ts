import { links } from '#lib/clicks/links/routes.ts';
import { deleteLink } from '#lib/clicks/links/store/links.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(links.delete, ({ caller, params, now }) =>
  deleteLink(params.id, { brand: caller.brand }, now),
);

import { presentLink } from '#lib/clicks/links/present.ts';
import { links } from '#lib/clicks/links/routes.ts';
import { getLink } from '#lib/clicks/links/store/links.ts';
import { linkAsSvg } from '#lib/clicks/links/store/qr-code.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(links.qrSvg, async ({ caller, params }) =>
  linkAsSvg(presentLink(await getLink(caller.brand.id, params.id), caller.brand)),
);

import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { presentBrand } from '#lib/access/brands/present.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { changeLogo } from '#lib/access/brands/store/logo.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.setLogo, async ({ caller, body }) =>
  presentBrand(await changeLogo(caller.brand.id, body, rightsUnchanged(caller))),
);

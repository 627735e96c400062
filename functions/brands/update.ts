import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { presentBrand } from '#lib/access/brands/present.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.update, async ({ caller, body, now, ifMatch }) => {
  const rights = rightsUnchanged(caller);
  return presentBrand(await changeSettings(caller.brand.id, body, now, rights, ifMatch(presentBrand)));
});

import { rightsUnchanged } from '#lib/auth/writes.ts';
import { presentBrand } from '#lib/brands/present.ts';
import { brands } from '#lib/brands/routes.ts';
import { changeSettings } from '#lib/brands/store/settings.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(brands.update, async ({ caller, body, now }) =>
  presentBrand(await changeSettings(caller.brand.id, body, now, rightsUnchanged(caller))),
);

import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { changeLogo } from '#lib/access/brands/store/logo.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.deleteLogo, ({ caller }) =>
  changeLogo(caller.brand.id, undefined, rightsUnchanged(caller)),
);

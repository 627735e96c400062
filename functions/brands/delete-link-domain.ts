import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { removeLinkDomain } from '#lib/access/brands/store/link-domain.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.deleteLinkDomain, ({ caller }) =>
  removeLinkDomain(caller.brand.id, rightsUnchanged(caller)),
);

import { rightsUnchanged } from '#lib/access/auth/writes.ts';
import { presentCheckedDomain } from '#lib/access/brands/present.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { setLinkDomain } from '#lib/access/brands/store/link-domain.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.setLinkDomain, async ({ caller, body, now }) =>
  presentCheckedDomain(await setLinkDomain(caller.brand.id, body.domain, now, rightsUnchanged(caller))),
);

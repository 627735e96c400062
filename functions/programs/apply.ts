import { findBrandBySlug } from '#lib/access/brands/store/lookup.ts';
import { programs } from '#lib/program/applications/routes.ts';
import { apply } from '#lib/program/applications/store/apply.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(programs.apply, async ({ params, body, sourceIp, now }) =>
  apply(await findBrandBySlug(params.slug), body, sourceIp, now),
);

import { findBrandBySlug } from '#lib/access/brands/store/lookup.ts';
import { presentProgram } from '#lib/program/applications/present.ts';
import { programs } from '#lib/program/applications/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(programs.get, async ({ params }) =>
  presentProgram(await findBrandBySlug(params.slug)),
);

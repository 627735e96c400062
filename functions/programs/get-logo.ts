import { getLogo } from '#lib/access/brands/store/logo.ts';
import { programs } from '#lib/program/applications/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(programs.getLogo, ({ params }) => getLogo(params.slug));

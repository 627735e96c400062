import { presentBrand } from '#lib/access/brands/present.ts';
import { brands } from '#lib/access/brands/routes.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.get, ({ caller }) => presentBrand(caller.brand));

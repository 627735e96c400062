import { presentBrand } from '#lib/brands/present.ts';
import { brands } from '#lib/brands/routes.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(brands.get, ({ caller }) => presentBrand(caller.brand));

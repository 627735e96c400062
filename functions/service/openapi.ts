import { openApiDocument } from '#lib/contract/openapi.ts';
import { routes } from '#lib/contract/routes.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service/routes.ts';

const document = openApiDocument(routes);

export const handler = endpoint(service.openapi, () => document);

// Exports the OpenAPI document of all routes. Builds replace this module with the document: infra/constructs/bundle-plugins.ts.
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

export const interfaceDocument = openApiDocument(routes);

// The OpenAPI document of all routes. The build inlines it into its bundle: infra/constructs/bundle-plugins.ts.
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

export const interfaceDocument = openApiDocument(routes);

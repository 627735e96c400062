// The document of the whole interface, made once. Bundles hold it ready made: infra/constructs/bundle-plugins.ts.
import { openApiDocument } from './openapi.ts';
import { routes } from './routes.ts';

export const interfaceDocument = openApiDocument(routes);

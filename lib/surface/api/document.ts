// Exports the OpenAPI document of all routes. Builds replace this module with the document: infra/constructs/bundle-plugins.ts.
import { openApiDocument } from './openapi.ts';
import { published } from './published.ts';
import { routes } from './routes.ts';

let document: ReturnType<typeof openApiDocument> | undefined;

/** Builds the document with the first call, which takes a second. */
export function interfaceDocument(): ReturnType<typeof openApiDocument> {
  document ??= published(openApiDocument(routes));
  return document;
}

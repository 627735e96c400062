// Answers as text on the wire, held against the OpenAPI document, as a caller would who knows nothing else.
import * as z from 'zod';
import { openApiDocument } from '#lib/api/openapi.ts';
import { routes } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Json } from '#test/support/json.ts';

export const document: Json = JSON.parse(JSON.stringify(openApiDocument(routes)));

/** JSON Schema by itself has its parts under another name than in a document of OpenAPI. */
const withOwnParts = (part: Json): Json =>
  JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'));

const $defs = withOwnParts(document.components.schemas);

const responsesOf = ({ method, path }: Route): Json => document.paths[path][method.toLowerCase()].responses;

export const documentedStatuses = (route: Route): readonly number[] =>
  Object.keys(responsesOf(route)).map(Number);

const schemas = new Map<string, z.ZodType | undefined>();

/** The schema of an answer's body; undefined where the document says that there is none. */
export function bodySchema(route: Route, status: number): z.ZodType | undefined {
  const name = `${route.name} ${status}`;
  if (!schemas.has(name)) {
    const schema = responsesOf(route)[status]?.content?.['application/json']?.schema;
    schemas.set(name, schema && z.fromJSONSchema({ ...withOwnParts(schema), $defs }));
  }
  return schemas.get(name);
}

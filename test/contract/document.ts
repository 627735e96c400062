// Reads response schemas and statuses from the published OpenAPI document.
import * as z from 'zod';
import type { Route } from '#lib/foundation/contract/route.ts';
import { documentedPathOf, openApiDocument } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { withResponses } from '#test/support/api-document.ts';
import type { Json } from '#test/support/json.ts';

export const document: Json = JSON.parse(JSON.stringify(openApiDocument(routes)));

/** Converts a part of the OpenAPI document to JSON Schema, which keeps shared schemas under `$defs`. */
const toJsonSchema = (part: Json): Json =>
  JSON.parse(JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/'));

const $defs = toJsonSchema(document.components.schemas);

const responsesOf = ({ method, path }: Route): Json =>
  withResponses(document.paths[documentedPathOf({ path })][method.toLowerCase()], document).responses;

export const documentedStatuses = (route: Route): readonly number[] =>
  Object.keys(responsesOf(route))
    .map(Number)
    .filter((status) => !Number.isNaN(status));

const schemas = new Map<string, z.ZodType | undefined>();

/** The schema of a response body; undefined if the document declares no body. */
export function bodySchema(route: Route, status: number): z.ZodType | undefined {
  const name = `${route.name} ${status}`;
  if (!schemas.has(name)) {
    const schema = responsesOf(route)[status]?.content?.['application/json']?.schema;
    schemas.set(name, schema && z.fromJSONSchema({ ...toJsonSchema(schema), $defs }));
  }
  return schemas.get(name);
}

// Reads the exact OpenAPI document, before it is opened for clients, with its references resolved.
import * as z from 'zod';
import { openApiDocument } from '#lib/surface/api/openapi.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from './json.ts';

/** A body with an unknown field does not match it. The published document would allow the field. */
export const exactDocument: Json = openApiDocument(routes);

/** Returns the part of the document that a `$ref` names, or the part itself. */
export function resolved(part: Json, document: Json = exactDocument): Json {
  if (typeof part?.$ref !== 'string') return part;
  const steps: readonly string[] = part.$ref.slice(2).split('/');
  return steps.reduce(
    (value: Json, step) => value[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

/** The operation with its responses instead of the references to them. */
export function withResponses(operation: Json, document: Json = exactDocument): Json {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    resolved(response, document),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

const withDefs = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'));

const $defs = withDefs(exactDocument.components.schemas);
const compiled = new Map<string, z.ZodType>();

/** Returns the problems of a value that does not match a schema of the document. */
export function problemsOf(schema: Json, value: unknown): unknown {
  const text = JSON.stringify(schema);
  const known = compiled.get(text) ?? z.fromJSONSchema({ ...withDefs(schema), $defs });
  compiled.set(text, known);
  return known.safeParse(value).error?.issues ?? [];
}

// Publishes the OpenAPI document. Responses become open, so that a generated client survives new fields and values; requests stay closed.
// docs/decisions/0076
import {
  type ApiDocument,
  nameInReference,
  type Operation,
  type Schema,
  schemaReference,
} from './json-schema.ts';
import { openSchema, type Schemas } from './open-schemas.ts';
import { portableSchema } from './portable-schemas.ts';

type Convert = (schema: Schema) => Schema;

/** Replaces the schemas inside a schema. */
function mapInner(schema: Schema, convert: Convert): Schema {
  const { properties, items, anyOf, oneOf, additionalProperties } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, inner]) => [name, convert(inner)]);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields) }),
    ...(items && { items: convert(items) }),
    ...(anyOf && { anyOf: anyOf.map(convert) }),
    ...(oneOf && { oneOf: oneOf.map(convert) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: convert(additionalProperties) }),
  };
}

/** Converts schemas, and collects the named schemas that they refer to in `converted`. */
function converter(
  convertOne: Convert,
  strict: Schemas,
  converted: Record<string, Schema>,
  nameOf = (name: string): string => name,
): Convert {
  const convert = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return mapInner(convertOne(schema), convert);
    const strictName = nameInReference(schema.$ref);
    const name = nameOf(strictName);
    if (converted[name] === undefined) {
      converted[name] = {};
      converted[name] = convert(strict[strictName] ?? {});
    }
    return { ...schema, $ref: schemaReference(name) };
  };
  return convert;
}

/** Replaces each `schema` inside a part of the document, but no example. */
function mapSchemas<Part>(part: Part, convert: Convert): Part {
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, inner]) => {
    if (key === 'example' || key === 'examples') return [key, inner];
    return [key, key === 'schema' ? convert(inner) : mapSchemas(inner, convert)];
  });
  // The cast is safe, because the keys are the same.
  return (Array.isArray(part) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)) as Part;
}

/** A schema that responses use as well has a second, closed form for requests. */
export function published(strict: ApiDocument): ApiDocument {
  const { schemas, responses } = strict.components;
  const opened: Record<string, Schema> = {};
  const closed: Record<string, Schema> = {};
  const open = converter((schema) => openSchema(schema, schemas), schemas, opened);
  const close = converter(portableSchema, schemas, closed, (name) =>
    name in opened ? `${name}Input` : name,
  );
  const published = {
    ...strict,
    components: { ...strict.components, responses: mapSchemas(responses, open) },
    webhooks: mapSchemas(strict.webhooks, open),
    paths: mapOperations(strict.paths, (operation) => ({
      ...operation,
      responses: mapSchemas(operation.responses, open),
    })),
  };
  const paths = mapOperations(published.paths, ({ parameters, requestBody, ...rest }) => ({
    ...rest,
    ...(parameters && { parameters: mapSchemas(parameters, close) }),
    ...(requestBody && { requestBody: mapSchemas(requestBody, close) }),
  }));
  return { ...published, paths, components: { ...published.components, schemas: { ...opened, ...closed } } };
}

type Paths = ApiDocument['paths'];

const mapOperations = (paths: Paths, convert: (operation: Operation) => Operation): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, convert(operation)]),
      ),
    ]),
  );

// Names the anonymous objects of the OpenAPI document, so that generated clients have a type for each body and each object.
import {
  type ApiDocument,
  isNull,
  isObject,
  type Media,
  nameInReference,
  type Operation,
  operationsOf,
  type Schema,
  schemaReference,
} from './json-schema.ts';

type Schemas = Record<string, Schema>;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** `campaigns.listMembers` → `CampaignsListMembers`. */
const typeName = (operationId: string): string => operationId.split('.').map(capitalized).join('');

/** Moves the schema to the named schemas, unless an equal one has the name. */
function nameSchema(schemas: Schemas, name: string, schema: Schema): Schema {
  const existing = schemas[name];
  if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(schema))
    throw new Error(
      `The OpenAPI document has two different schemas with the name ${name}: set the id of one`,
    );
  schemas[name] = schema;
  return { $ref: schemaReference(name) };
}

/** An object and a variant of a union have a name of their own; texts, numbers and lists have none. */
const needsName = ({ $ref, properties }: Schema): boolean => $ref === undefined && properties !== undefined;

/** The variants of a union differ in `status`. */
const variantName = ({ properties = {} }: Schema, index: number): string =>
  typeof properties.status?.const === 'string' ? capitalized(properties.status.const) : `Variant${index + 1}`;

/** An object without a description has that of the field, list or union that contains it. */
function nameIfNeeded(
  schemas: Schemas,
  name: string,
  schema: Schema,
  description: string | undefined,
  isNeeded = needsName(schema),
): Schema {
  const own = schema.description ?? description;
  if (own !== undefined && isNeeded) schema.description = own;
  nameParts(schemas, name, schema, own);
  if (!isNeeded) return schema;
  return { ...nameSchema(schemas, name, schema), ...(own !== undefined && { description: own }) };
}

/** Names the objects inside a schema by the path to them: `ClickStatistics` and `days` give `ClickStatisticsDaysItem`. */
function nameParts(schemas: Schemas, name: string, schema: Schema, inherited?: string): void {
  const { properties = {}, items, anyOf, oneOf, description = inherited } = schema;
  for (const [field, inner] of Object.entries(properties))
    properties[field] = nameIfNeeded(schemas, `${name}${capitalized(field)}`, inner, undefined);
  if (items !== undefined) schema.items = nameIfNeeded(schemas, `${name}Item`, items, description);
  for (const variants of [anyOf, oneOf].filter((found) => found !== undefined)) {
    const several = variants.filter(needsName).length > 1;
    const isNullable = variants.some(isNull);
    for (const [index, variant] of variants.entries()) {
      const inner = several && needsName(variant) ? `${name}${variantName(variant, index)}` : name;
      const isNeeded = needsName(variant) || (isNullable && isObject(variant));
      variants[index] = nameIfNeeded(schemas, inner, variant, description, isNeeded);
    }
  }
}

interface Naming {
  readonly name: string;
  readonly description: string;
}

/** `AffiliateResponse` for one resource, `AffiliateList` for a list. Undefined for other bodies. */
function envelopeNaming({ properties: { data, meta, warnings } = {} }: Schema): Naming | undefined {
  const { $ref, items } = data ?? {};
  if (warnings !== undefined) return undefined;
  if ($ref !== undefined && meta === undefined)
    return { name: `${nameInReference($ref)}Response`, description: 'A response with one resource.' };
  if (items?.$ref === undefined) return undefined;
  return { name: `${nameInReference(items.$ref)}List`, description: 'A response with a list.' };
}

function nameBody(schemas: Schemas, media: Media | undefined, { name, description }: Naming): void {
  const schema = media?.schema;
  if (media === undefined || schema === undefined || schema.$ref !== undefined) return;
  schema.description ??= description;
  nameParts(schemas, name, schema);
  media.schema = nameSchema(schemas, name, schema);
}

function nameBodies(schemas: Schemas, { operationId, summary, requestBody, responses }: Operation): void {
  const json = 'application/json';
  const operation = typeName(operationId);
  const input = { name: `${operation}Input`, description: `The body of the request “${summary}”.` };
  nameBody(schemas, requestBody?.content[json], input);
  for (const [status, { content }] of Object.entries(responses)) {
    const media = content?.[json];
    const own = { name: `${operation}${status}Response`, description: `The response to “${summary}”.` };
    nameBody(schemas, media, envelopeNaming(media?.schema ?? {}) ?? own);
  }
}

export function nameSchemas(document: ApiDocument): void {
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(schemas)) nameParts(schemas, name, schema);
  for (const operation of operationsOf(document)) nameBodies(schemas, operation);
}

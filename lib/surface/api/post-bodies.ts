// Documents that an optional field in the body of a POST request may be null, because null counts as absent there.
import { type ApiDocument, nameInReference, orNull, type Schema } from './json-schema.ts';

const allowsNull = ({ type, anyOf = [] }: Schema): boolean =>
  [type].flat().includes('null') || anyOf.some(allowsNull);

/** Lists of values stay without null, because generated clients have no good type for both. */
const withNull = (schema: Schema): Schema =>
  allowsNull(schema) || (schema.enum ?? schema.items?.enum) !== undefined ? schema : orNull(schema);

/** A PUT also uses the terms, and a PATCH the settings and the access of a connection. They refuse null. In a message, null is a value. */
export const strict: readonly string[] = [
  'TermsInput',
  'ConnectionSettings',
  'ShopAccess',
  'AssistantMessage',
  'SubIds',
  'Utm',
];

/** Changes the schema, all objects in it, and the named schemas that it refers to. */
function allowNull(schema: Schema, named: Record<string, Schema>): void {
  const { $ref, properties = {}, required = [], items } = schema;
  const name = nameInReference($ref ?? '');
  const target = strict.includes(name) ? undefined : named[name];
  for (const inner of [target, items, ...Object.values(properties)]) {
    if (inner !== undefined) allowNull(inner, named);
  }
  for (const [name, field] of Object.entries(properties)) {
    if (!required.includes(name)) properties[name] = withNull(field);
  }
}

/** This also changes named schemas, so no other request may use a schema that a POST body names, unless it is in `strict`. */
export function allowNullInPostBodies({ paths, components }: ApiDocument): void {
  for (const { post } of Object.values(paths)) {
    for (const { schema } of Object.values(post?.requestBody?.content ?? {})) {
      if (schema !== undefined) allowNull(schema, components.schemas);
    }
  }
}

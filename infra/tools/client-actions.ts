// Describes the operations of the OpenAPI document for the command of the TypeScript client: what each does, and its fields.
import { type ApiDocument, nameInReference } from '#lib/surface/api/json-schema.ts';
import { type ClientOperation, tableEntry } from './client-operations.ts';
import type { Schema, Schemas } from './client-types.ts';

/** A longer list of words would hide the other fields of a help text. */
const mostWords = 15;

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameInReference(schema.$ref)] ?? {});

const kindOfType = (type: unknown, schema: Schema, schemas: Schemas): readonly string[] => {
  if (type === 'string') return ['<text>'];
  if (type === 'integer' || type === 'number') return ['<number>'];
  if (type === 'boolean') return ['<flag>'];
  if (type === 'null') return ['null'];
  const items = type === 'array' ? kindsOf(schema.items ?? {}, schemas) : ['<json>'];
  return items.includes('<json>') ? ['<json>'] : [`${items.join('|')}...`];
};

/** Names what a person can write for a field: words of a list, or the name of a type in brackets. */
function kindsOf(schema: Schema, schemas: Schemas): readonly string[] {
  const { $ref, anyOf, oneOf = anyOf, enum: values, const: only, type } = resolved(schema, schemas);
  if ($ref !== undefined) return kindsOf({ $ref }, schemas);
  const words = schema['x-extensible-enum'] ?? values ?? (only === undefined ? undefined : [only]);
  if (words?.every((word) => typeof word === 'boolean')) return ['<flag>'];
  if (words !== undefined) return words.length > mostWords ? ['<text>'] : words.map(String);
  if (oneOf !== undefined) return [...new Set(oneOf.flatMap((one) => kindsOf(one, schemas)))];
  return [type ?? 'object'].flat().flatMap((one) => kindOfType(one, resolved(schema, schemas), schemas));
}

/** Variants of a body are one set of fields here, because the service says which of them exclude each other. */
function fieldsOf(schema: Schema, schemas: Schemas): readonly (readonly [string, string])[] {
  const { anyOf, oneOf = anyOf, properties = {}, required = [] } = resolved(schema, schemas);
  const inVariants = (oneOf ?? []).flatMap((one) => fieldsOf(one, schemas));
  const own = Object.entries(properties).map(([name, field]): [string, string] => {
    const kinds = kindsOf(field, schemas);
    return [name, `${kinds.join('|')}${required.includes(name) ? '!' : ''}`];
  });
  return [...own, ...inVariants.filter(([name]) => !(name in properties))];
}

/** People log in elsewhere, and an assistant has its own protocol. */
const isForCommand = ({ domain, verb, path }: ClientOperation, { paths }: ApiDocument): boolean =>
  domain !== 'assistant' &&
  paths[path]?.[verb.toLowerCase()]?.security?.some((one) => 'apiKey' in one) === true;

/** Returns the table of the operations that an API key can call, as JavaScript. */
export function actionsFile(document: ApiDocument, operations: readonly ClientOperation[]): string {
  const { schemas } = document.components;
  const lines = operations
    .filter((operation) => isForCommand(operation, document))
    .map((operation) => {
      const query = operation.query.map(({ name, schema, required }): [string, string] => [
        name,
        `${kindsOf(schema, schemas).join('|')}${required ? '!' : ''}`,
      ]);
      const fields = Object.fromEntries([...query, ...fieldsOf(operation.body ?? {}, schemas)]);
      const { domain, method, summary, path } = operation;
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => id);
      const [, , ...takes] = tableEntry(operation).split(' ');
      return `  '${domain}.${method}': ${JSON.stringify({ summary, ids, takes, fields })},\n`;
    });
  const lists = 'ids: readonly string[]; takes: readonly string[]';
  const type = `{ summary: string; ${lists}; fields: Readonly<Record<string, string>> }`;
  return `export const actions: Record<string, ${type}> = {\n${lines.join('')}};\n`;
}

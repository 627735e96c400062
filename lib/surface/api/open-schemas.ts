// Opens the schemas of responses: fields can be added, values are known values, and the variants of a union become one object.
// A client generated from closed schemas would fail when the service adds a field, a value or a variant. docs/decisions/0076
import { isNull, nameInReference, orNull, type Schema, withIntegerFormat } from './json-schema.ts';

export type Schemas = Readonly<Record<string, Schema>>;

const distinct = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)];
const valuesOf = ({ enum: values, const: value }: Schema): readonly unknown[] =>
  values ?? (value === undefined ? [] : [value]);
const quoted = (values: readonly unknown[]): string => values.map((value) => `\`${value}\``).join(', ');

const target = (schema: Schema, named: Schemas): Schema =>
  (schema.$ref === undefined ? undefined : named[nameInReference(schema.$ref)]) ?? schema;

/** Returns the variants of a union, also of a union inside it. Any other schema is its only variant. */
function variantsOf(schema: Schema, named: Schemas): readonly Schema[] {
  const { anyOf, oneOf } = target(schema, named);
  return (anyOf ?? oneOf)?.flatMap((inner) => variantsOf(inner, named)) ?? [schema];
}

const keyOf = ({ description, ...schema }: Schema): string => JSON.stringify(schema);

/** A field that is `created` in one variant and `failed` in the next has a description of each value. */
function descriptionOf(parts: readonly Schema[]): string | undefined {
  const texts = distinct(parts.flatMap(({ description }) => description ?? []));
  if (texts.length < 2 || parts.some((part) => valuesOf(part).length === 0)) return texts[0];
  return distinct(parts.map((part) => `- ${quoted(valuesOf(part))}: ${part.description}`)).join('\n');
}

/** An object has the fields of all variants, and requires those that all require. */
function mergedFields(parts: readonly Schema[], named: Schemas): Schema {
  const names = distinct(parts.flatMap(({ properties = {} }) => Object.keys(properties)));
  if (names.length === 0) return {};
  const fields = names.map((name) => {
    const found = parts.flatMap(({ properties = {} }) => properties[name] ?? []);
    return [name, merged(found, named)] as const;
  });
  const required = names.filter((name) => parts.every((part) => part.required?.includes(name)));
  return { properties: Object.fromEntries(fields), required };
}

/** Returns one schema that accepts the values of all these schemas. It has no type if theirs differ. */
function merged(schemas: readonly Schema[], named: Schemas): Schema {
  const [first = {}] = schemas;
  if (schemas.every((schema) => keyOf(schema) === keyOf(first))) return first;
  const keys = (schema: Schema) => variantsOf(schema, named).map(keyOf);
  const all = distinct(schemas.flatMap(keys));
  const whole = schemas.find((schema) => all.every((key) => keys(schema).includes(key)));
  if (whole?.$ref !== undefined) return whole;
  const variants = [
    ...new Map(schemas.flatMap((one) => variantsOf(one, named)).map((one) => [keyOf(one), one])).values(),
  ];
  const others = variants.filter((variant) => !isNull(variant));
  const [only = {}] = others;
  const parts = others.map((variant) => target(variant, named));
  const description = descriptionOf(parts);
  if (others.length === 1) return { description, ...orNull(only) };
  const types = distinct(parts.map(({ type }) => type));
  const values = distinct(parts.flatMap(valuesOf));
  const schema = {
    // Generators have no good type for a text or a number.
    ...(types.length === 1 && { type: types[0] }),
    description,
    ...(values.length > 0 && { enum: values }),
    ...mergedFields(parts, named),
  };
  return others.length < variants.length ? orNull(schema) : schema;
}

/** An extensible enum is a text with known values. */
function withKnownValues(schema: Schema): Schema {
  const { enum: _enum, const: _const, ...rest } = schema;
  const values = valuesOf(schema).filter((value) => typeof value === 'string');
  if (values.length === 0) return rest;
  const { description = '' } = rest;
  const isDescribed = values.every((value) => description.includes(`\`${value}\``));
  const known = isDescribed ? description : `${description} Known values: ${quoted(values)}.`.trim();
  return { ...rest, description: known, 'x-extensible-enum': values };
}

/** A later release may contradict these keywords. */
const closing: readonly string[] = [
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'propertyNames', 'discriminator', 'anyOf', 'oneOf'],
];

/** Opens one schema, but not the schemas inside it. */
export function openSchema(schema: Schema, named: Schemas): Schema {
  const { anyOf, oneOf } = schema;
  const entries = Object.entries(withIntegerFormat(schema)).filter(
    ([key, value]) => !closing.includes(key) && (key !== 'additionalProperties' || value !== false),
  );
  const open: Schema = Object.fromEntries(entries);
  const variants = (anyOf ?? oneOf ?? []).filter((variant) => !isNull(variant));
  // Variants beside properties only refine them.
  if (variants.length === 0 || open.properties !== undefined) return withKnownValues(open);
  if (variants.length > 1) return withKnownValues({ ...merged(anyOf ?? oneOf ?? [], named), ...open });
  const [only = {}] = variants;
  const inner = target(only, named);
  return { ...orNull(only.$ref === undefined || inner.enum ? openSchema(inner, named) : only), ...open };
}

// Prints JSON schemas of the OpenAPI document as TypeScript.
import { type Schema as JsonSchema, nameInReference } from '#lib/surface/api/json-schema.ts';

export interface Schema extends JsonSchema {
  readonly additionalProperties?: boolean | Schema;
  readonly 'x-extensible-enum'?: readonly unknown[];
}
export type Schemas = Readonly<Record<string, Schema>>;

/** Requests are closed: only known values are right. Responses are open, because a later version can add values. */
export type Direction = 'request' | 'response';

export const comment = (text: string | undefined, indent = ''): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n`;

const literal = (value: unknown): string => JSON.stringify(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const variantsOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => oneOf ?? anyOf ?? [];
const valuesOf = (schema: Schema): readonly unknown[] | undefined =>
  schema['x-extensible-enum'] ?? schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

const named = ({ $ref }: Schema, schemas: Schemas): Schema =>
  ($ref === undefined ? undefined : schemas[nameInReference($ref)]) ?? {};

/** Returns the schemas that a schema names, directly or through others. */
export function addNames(schema: unknown, schemas: Schemas, names: Set<string>): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  for (const [key, value] of Object.entries(schema)) {
    const name = key === '$ref' && typeof value === 'string' ? nameInReference(value) : undefined;
    if (name === undefined) addNames(value, schemas, names);
    else if (!names.has(name)) addNames(schemas[name], schemas, names.add(name));
  }
  return names;
}

/**
 * Returns the properties whose values tell the variants of a union apart, as `Variant.property`. They stay closed, so that TypeScript can narrow
 * the union.
 */
export function discriminatorsIn(schema: unknown, schemas: Schemas): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const references = variantsOf(part).flatMap(({ $ref }) => $ref ?? []);
    const variants = references.map((reference) => named({ $ref: reference }, schemas).properties ?? {});
    for (const property of Object.keys(variants.length > 1 ? (variants[0] ?? {}) : {})) {
      const values = variants.map((variant) => valuesOf(variant[property] ?? {}) ?? []);
      const areDisjoint = new Set(values.flat()).size === values.flat().length;
      if (areDisjoint && values.every((some) => some.length > 0))
        for (const reference of references) found.add(`${nameInReference(reference)}.${property}`);
    }
    for (const value of Object.values(part)) visit(value);
  };
  visit(schema);
  return found;
}

export class TypePrinter {
  readonly direction: Direction;
  readonly discriminators: ReadonlySet<string>;

  constructor(direction: Direction, discriminators: ReadonlySet<string>) {
    this.direction = direction;
    this.discriminators = discriminators;
  }

  /** Returns the declaration of a named schema. */
  declaration(name: string, schema: Schema, bases: Bases = new Map()): string {
    const start = comment(schema.description);
    const fields = this.fields(name, schema);
    if (fields === undefined) return `${start}export type ${name} = ${this.print(schema)};\n`;
    const base = baseOf(fields, bases);
    if (base === undefined) return `${start}export interface ${name} ${block(fields)}\n`;
    const inherited = new Set(bases.get(base));
    const own = fields.filter((field) => !inherited.has(field));
    return `${start}export interface ${name} extends ${base} ${block(own)}\n`;
  }

  /** Returns the printed fields of a named schema, or undefined if it is no object with fields. */
  fields(name: string, schema: Schema): readonly string[] | undefined {
    const isObject = schema.properties !== undefined && variantsOf(schema).length === 0;
    return isObject ? this.#fields(schema, '', name) : undefined;
  }

  print(schema: Schema, indent = '', isClosed = false): string {
    if (schema.$ref !== undefined) return nameInReference(schema.$ref);
    const values = valuesOf(schema);
    if (values !== undefined) return this.#values(schema, values, isClosed);
    const variants = variantsOf(schema);
    if (variants.length > 0) return union(variants.map((variant) => this.print(variant, indent)));
    return union([schema.type ?? 'unknown'].flat().map((type) => this.#typed(String(type), schema, indent)));
  }

  #values(schema: Schema, values: readonly unknown[], isClosed: boolean): string {
    const canGrow =
      'x-extensible-enum' in schema || (this.direction === 'response' && schema.enum !== undefined);
    const isOpen = canGrow && !isClosed && values.some(isText);
    const canBeNull = [schema.type].flat().includes('null');
    return union([
      ...values.map(literal),
      ...(canBeNull ? ['null'] : []),
      ...(isOpen ? ['(string & {})'] : []),
    ]);
  }

  #typed(type: string, schema: Schema, indent: string): string {
    if (type === 'integer') return 'number';
    if (type === 'array') {
      const item = this.print(schema.items ?? {}, indent);
      const list = `${/[ |{]/.test(item) ? `(${item})` : item}[]`;
      return this.direction === 'request' ? `readonly ${list}` : list;
    }
    return type === 'object' ? this.#object(schema, indent) : type;
  }

  #object(schema: Schema, indent: string): string {
    const { properties, additionalProperties } = schema;
    if (properties !== undefined) return block(this.#fields(schema, indent), indent);
    const value = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `Record<string, ${this.print(value, indent)}>`;
  }

  #fields({ properties = {}, required = [] }: Schema, indent: string, owner = ''): readonly string[] {
    return Object.entries(properties).map(([name, field]) => {
      const type = this.print(field, `${indent}  `, this.discriminators.has(`${owner}.${name}`));
      const mark = required.includes(name) ? '' : '?';
      // With `exactOptionalPropertyTypes`, a caller could otherwise not pass on a value that can be undefined.
      const orUndefined = mark === '?' && this.direction === 'request' ? ' | undefined' : '';
      const key = /^\w+$/.test(name) ? name : literal(name);
      return `${comment(field.description, `${indent}  `)}${indent}  ${key}${mark}: ${type}${orUndefined};\n`;
    });
  }
}

const block = (fields: readonly string[], indent = ''): string =>
  fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`;

/** The printed fields of each named schema. */
type Bases = ReadonlyMap<string, readonly string[]>;

/** Fewer equal fields can be a coincidence. */
const minInheritedFields = 4;

/** Returns the largest schema that has only fields of this one, and fewer, such as `Payout` for `PayoutDetail`. */
function baseOf(fields: readonly string[], bases: Bases): string | undefined {
  const known = new Set(fields);
  const [base] = [...bases]
    .filter(([, { length }]) => length >= minInheritedFields && length < fields.length)
    .filter(([, inherited]) => inherited.every((field) => known.has(field)))
    .toSorted(([, one], [, other]) => other.length - one.length);
  return base?.[0];
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

// Defines the parts of the generated OpenAPI document that its last steps read and change.

/** The keywords of JSON Schema that the steps use. */
export interface Schema {
  $ref?: string;
  type?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  format?: string;
  propertyNames?: Schema;
  additionalProperties?: boolean | Schema;
  'x-extensible-enum'?: readonly unknown[];
  discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Response {
  $ref?: string;
  readonly content?: Record<string, Media>;
}

export interface Operation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { description?: string; readonly schema?: Schema }[];
  requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, Media>;
    readonly 'x-py-typing'?: string;
  };
  responses: Record<string, Response>;
  'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

export interface ApiDocument {
  /** The keys are types of events. */
  readonly webhooks: Record<string, { readonly post: Operation }>;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

export const operationsOf = ({ paths }: ApiDocument): readonly Operation[] =>
  Object.values(paths).flatMap((operations) => Object.values(operations));

export const schemaReference = (name: string): string => `#/components/schemas/${name}`;
export const nameInReference = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

export const isNull = ({ type }: Schema): boolean => type === 'null';

export const isObject = ({ properties, additionalProperties }: Schema): boolean =>
  properties !== undefined || typeof additionalProperties === 'object';

/** Adds null to a schema: as a list of types, or as a union if generated clients have a type for the schema. */
export function orNull(schema: Schema): Schema {
  const { type, enum: values, description } = schema;
  if (type !== undefined && values === undefined && !isObject(schema))
    return { ...schema, type: [type, 'null'].flat() };
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) };
}

/** Leaves out limits that only say that JavaScript can read the number. Java and Go need to know that it can exceed 32 bits. */
export function withIntegerFormat({ minimum, maximum, ...schema }: Schema): Schema {
  const isLarge = maximum === Number.MAX_SAFE_INTEGER;
  const isUnlimited = minimum === Number.MIN_SAFE_INTEGER;
  return {
    ...schema,
    ...(isLarge ? { format: 'int64' } : maximum !== undefined && { maximum }),
    ...(minimum !== undefined && !isUnlimited && { minimum }),
  };
}

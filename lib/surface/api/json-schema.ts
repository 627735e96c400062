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
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { description?: string; readonly schema?: Schema }[];
  requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> };
  responses: Record<string, Response>;
  'x-codeSamples'?: readonly { readonly lang: string; readonly label: string; readonly source: string }[];
}

export interface ApiDocument {
  /** The keys are types of events. */
  readonly webhooks: Record<string, { readonly post: Operation }>;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

export const operationsOf = ({ paths }: ApiDocument): readonly Operation[] =>
  Object.values(paths).flatMap((operations) => Object.values(operations));

export const schemaReference = (name: string): string => `#/components/schemas/${name}`;
export const nameInReference = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

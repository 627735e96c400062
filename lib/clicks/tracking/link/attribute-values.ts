// Converts items to and from DynamoDB attribute values, so that the tracking link does not need the SDK.

type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly L: readonly AttributeValue[] };

export type Attributes = Readonly<Record<string, AttributeValue>>;

function toAttribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Set) return { SS: [...value].map(String) };
  if (Array.isArray(value)) return { L: value.map(toAttribute) };
  throw new Error(`An attribute cannot have the type ${typeof value}`);
}

export function toAttributes(values: object): Attributes {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(values)) attributes[name] = toAttribute(value);
  return attributes;
}

/** Returns undefined for maps, because the tracking link never uses them. */
function fromAttribute(value: object): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return Number(value.N);
  if ('BOOL' in value) return value.BOOL;
  if ('SS' in value && Array.isArray(value.SS)) return new Set(value.SS);
  if ('L' in value && Array.isArray(value.L)) return value.L.map((element) => fromAttribute(Object(element)));
  return 'NULL' in value ? null : undefined;
}

export const fromAttributes = (attributes: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, fromAttribute(Object(value))]));

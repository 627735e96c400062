// Items as DynamoDB writes them, for a function that has no room for the SDK's translation: just the types that the items
// of links and clicks have.

type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] };

export type Attributes = Readonly<Record<string, AttributeValue>>;

function typedValue(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Set) return { SS: [...value].map(String) };
  throw new Error(`A value of this type is not written here: ${typeof value}`);
}

export function typed(values: object): Attributes {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(values)) attributes[name] = typedValue(value);
  return attributes;
}

/** Texts, numbers, truth values and nulls as they are; what has another type is left out. */
function plainValue(value: object): unknown {
  if ('S' in value) return value.S;
  if ('N' in value) return Number(value.N);
  if ('BOOL' in value) return value.BOOL;
  return 'NULL' in value ? null : undefined;
}

export const plain = (attributes: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, plainValue(Object(value))]));

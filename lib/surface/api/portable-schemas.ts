// Writes the schemas of requests with keywords that all generators of clients understand. They stay closed. docs/decisions/0076
import { isNull, orNull, type Schema, withIntegerFormat } from './json-schema.ts';

/** Most languages have no `\p{C}`. The service also refuses the other invisible characters. */
const controlCharacters = String.raw`\u0000-\u001f\u007f-\u009f`;

const portablePattern = (pattern: string): string => pattern.replaceAll(String.raw`\p{C}`, controlCharacters);

/** Converts one schema, but not the schemas inside it. */
export function portableSchema(schema: Schema): Schema {
  const { const: value, anyOf, pattern, propertyNames, ...rest } = withIntegerFormat(schema);
  const converted: Schema = {
    ...rest,
    ...(value !== undefined && { enum: [value] }),
    ...(pattern !== undefined && { pattern: portablePattern(pattern) }),
    ...(propertyNames !== undefined && { propertyNames: portableSchema(propertyNames) }),
  };
  if (anyOf === undefined) return converted;
  const [only, ...others] = anyOf.filter((variant) => !isNull(variant));
  if (only === undefined || others.length > 0) return { ...converted, anyOf };
  return { ...orNull(portableSchema(only)), ...converted };
}

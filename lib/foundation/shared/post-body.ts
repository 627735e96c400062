// Parses the body of a POST request, in which a field that is null counts as absent.
import type * as z from 'zod';

interface NullField {
  readonly parent: object;
  readonly name: string;
}

/** Does not recurse, because a hostile body can be nested deeper than the call stack. */
function nullFieldsIn(body: unknown): readonly NullField[] {
  const found: NullField[] = [];
  const open: unknown[] = [body];
  for (const parent of open) {
    if (typeof parent !== 'object' || parent === null) continue;
    for (const [name, value] of Object.entries(parent)) {
      if (value !== null) open.push(value);
      else if (!Array.isArray(parent)) found.push({ parent, name });
    }
  }
  return found;
}

type Issues = readonly z.core.$ZodIssue[];

const hasIssueAt = (issues: Issues, body: unknown, { parent, name }: NullField): boolean =>
  issues.some(({ path }) => path.at(-1) === name && valueAt(body, path.slice(0, -1)) === parent);

const valueAt = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => Object(value)[key], body);

/**
 * Deletes the null fields of `body`, unless null is the value of a required field. If the body has an unknown field, it deletes none: an
 * unknown field is an error even if it is null.
 */
export function parsePostBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  params?: Parameters<Schema['safeParse']>[1],
): z.ZodSafeParseResult<z.output<Schema>> {
  const nullFields = nullFieldsIn(body);
  const parsed = schema.safeParse(body, params);
  const hasUnknownField = parsed.error?.issues.some(({ code }) => code === 'unrecognized_keys');
  if (nullFields.length === 0 || hasUnknownField === true) return parsed;
  for (const { parent, name } of nullFields) Reflect.deleteProperty(parent, name);
  const withoutNulls = schema.safeParse(body, params);
  if (withoutNulls.success) return withoutNulls;
  if (parsed.success) return parsed;
  const isValue = (field: NullField) =>
    hasIssueAt(withoutNulls.error.issues, body, field) && !hasIssueAt(parsed.error.issues, body, field);
  const values = nullFields.filter(isValue);
  for (const { parent, name } of values) Reflect.set(parent, name, null);
  return values.length === 0 ? withoutNulls : schema.safeParse(body, params);
}

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
  return parsed.success && !withoutNulls.success ? parsed : withoutNulls;
}

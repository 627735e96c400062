// The body of a request before it is checked: what it names can be read together with its caller, and decides nothing yet.
import type * as z from 'zod';

export interface RawBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** What the JSON of a body says; undefined where it is none, or of another shape: it is refused later, with its reason. */
export function uncheckedBody<Schema extends z.ZodType>(
  schema: Schema,
  { body = '', isBase64Encoded }: RawBody,
): z.output<Schema> | undefined {
  try {
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    // No JSON: the request is refused for that, but not before who sent it is known.
    return undefined;
  }
}

// Parses the body of a POST request before validation, so that the items that the body refers to can be prefetched.
import type * as z from 'zod';
import { jsonTextOf } from './json-text.ts';
import { parsePostBody } from './post-body.ts';

export interface RawBody {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** Returns undefined for an invalid body. The endpoint validates the body again and reports the reason. */
export function parseRawBody<Schema extends z.ZodType>(
  schema: Schema,
  rawBody: RawBody,
): z.output<Schema> | undefined {
  try {
    return parsePostBody(schema, JSON.parse(jsonTextOf(rawBody))).data;
  } catch {
    return undefined;
  }
}

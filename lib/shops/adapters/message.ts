// Parses the bodies of messages.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { parseInstant } from '#lib/foundation/shared/dates.ts';

/** The shop sent something that no adapter can read. The message is a sentence for people. */
export class UnreadableMessage extends Error {}

type Parse = (
  text: string,
  revive: (key: string, value: unknown, context: { source: string }) => unknown,
) => unknown;

/** Numbers keep their text, because ids of Shopify exceed 2^53, and decimals are not exact as numbers. */
const parseExactly = (text: string): unknown =>
  (JSON.parse as Parse)(text, (_, value, { source }) => (typeof value === 'number' ? source : value));

export function parseMessage<Schema extends z.ZodType>(schema: Schema, rawBody: string): z.output<Schema> {
  try {
    return schema.parse(parseExactly(rawBody));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    const reason =
      issue === undefined ? 'it is not JSON' : `\`${issue.path.join('.')}\` is missing or invalid`;
    throw new UnreadableMessage(
      `The message cannot be read, because ${reason}. Check the format and the API version of the webhook in the shop`,
    );
  }
}

/** Equal messages have equal ids. Some vendors give no id, or give several messages the same. */
export const idOfContent = (topic: string, rawBody: string): string =>
  hash('sha256', `${topic} ${rawBody}`).slice(0, 40);

/** A field that must not lose an order if it is invalid. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined);

export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((items) => items ?? []);

/** An id of the shop, which is a number or a text. */
export const id = z.string().min(1).max(100);

export const text = optional(z.string().trim().min(1));

/** A time with an offset, in UTC with milliseconds. */
export const instant = z.string().transform((value, { addIssue }) => {
  const at = parseInstant(value);
  if (at === undefined) addIssue('Must be a date and time with an offset');
  return at ?? z.NEVER;
});

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);

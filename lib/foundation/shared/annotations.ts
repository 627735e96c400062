// Defines external ids and metadata, which brands attach to creators, campaigns, discount codes and conversions.
import * as z from 'zod';
import { invalidField } from './errors.ts';

const maxKeys = 50;
const maxKeyLength = 40;
const maxValueLength = 500;

export const externalId = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/, 'Must be 1 to 255 printable ASCII characters')
  .meta({
    description: 'Your id, unique among all of this kind in the brand.',
    example: 'customer-service-4711',
  });

/** Square brackets would be ambiguous in form fields and query parameters. A name that JavaScript treats specially would be lost. */
const metadataKey = () =>
  z
    .string()
    .regex(
      /^(?!__proto__$)[^\p{C}[\]]{1,40}$/u,
      `Must be 1 to ${maxKeyLength} characters, without square brackets and control characters`,
    );

const metadataOf = <Value extends z.ZodType<string | null>>(value: Value, description: string) =>
  z
    .record(metadataKey(), value)
    .refine((entries) => Object.keys(entries).length <= maxKeys, `Must have at most ${maxKeys} keys`)
    .meta({ description, example: { shopId: 'berlin-1' } });

const limits = `at most ${maxKeys} keys of ${maxKeyLength} characters, with texts of ${maxValueLength} characters`;
const text = () =>
  z
    .string()
    .max(maxValueLength)
    .regex(/^[ -~\u00a0-\uffff]*$/, 'Must not have control characters');

/** The fields of a creation. */
export const annotationInput = () => ({
  externalId: externalId.optional(),
  metadata: metadataOf(text(), `Your own data: ${limits}.`).optional(),
});

/** The fields of a change. */
export const annotationChanges = () => ({
  externalId: externalId.nullable().optional(),
  metadata: metadataOf(
    text().nullable(),
    `Your own data: ${limits}. Keys that are absent keep their value. An empty text or null removes a key, and null instead of the ` +
      'object removes all keys.',
  )
    .nullable()
    .optional(),
});

export const storedAnnotations = () => ({
  externalId: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
});

export const annotationAnswer = () => ({
  externalId: z.string().nullable().meta({ description: 'Your id. Null if there is none.' }),
  metadata: z.record(z.string(), z.string()).meta({ description: 'Your own data.' }),
});

interface Annotations {
  readonly externalId: string | null;
  readonly metadata: Record<string, string>;
}

export interface AnnotationChanges {
  readonly externalId?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, string | null>> | null | undefined;
}

/** Sorts the keys, so that equal metadata has equal JSON. */
function mergeMetadata(before: Annotations['metadata'], changes: AnnotationChanges['metadata']) {
  if (changes === undefined) return before;
  const merged: Readonly<Record<string, string | null>> = changes === null ? {} : { ...before, ...changes };
  const entries = Object.entries(merged).filter((entry): entry is [string, string] => Boolean(entry[1]));
  if (entries.length > maxKeys)
    throw invalidField('metadata', `Must have at most ${maxKeys} keys after the change`);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export const changedAnnotations = (before: Annotations, changes: AnnotationChanges): Annotations => ({
  externalId: changes.externalId === undefined ? before.externalId : changes.externalId,
  metadata: mergeMetadata(before.metadata, changes.metadata),
});

export const newAnnotations = (input: AnnotationChanges): Annotations =>
  changedAnnotations({ externalId: null, metadata: {} }, input);

export const annotationsOf = ({ externalId: own, metadata }: Annotations): Annotations => ({
  externalId: own,
  metadata,
});

// Every id of the service: a prefix that tells what it names, and a ULID that tells when it was made.
import { ulid } from 'ulid';
import * as z from 'zod';
import { encodeBytes, encodeNumber } from './crockford.ts';
import { notFound } from './errors.ts';
import { type IdKind, idKinds } from './id-kinds.ts';

/**
 * A new id: `aff_01JD…`. Ids made later sort after, to the millisecond; within one millisecond the order is random.
 * 80 bits of it are random, so that an id is hard to guess; it still is no secret.
 */
export const newId = (kind: IdKind, now: Date): string => `${idKinds[kind].prefix}_${ulid(now.getTime())}`;

const lengthOfTime = 10;
/** How many bytes an id is made from. */
export const bytesOfId = 10;

/** The same id from the same time and bytes: for what may be made again, and is to be the same thing then. */
export const idFrom = (kind: IdKind, at: Date, bytes: Uint8Array): string =>
  `${idKinds[kind].prefix}_${encodeNumber(at.getTime(), lengthOfTime)}${encodeBytes(bytes.subarray(0, bytesOfId))}`;

/** Sorts after all ids that are made before that instant, and before all that are made from it on. */
export const firstIdAt = (kind: IdKind, at: Date): string => idFrom(kind, at, new Uint8Array(bytesOfId));

/** The part of an id that tells when it was made, to the millisecond: of two of any kinds the earlier one is less. */
export const timeIn = (id: string): string => id.slice(id.indexOf('_') + 1).slice(0, lengthOfTime);

const newSchema = (kind: IdKind) =>
  z
    .string()
    .regex(new RegExp(`^${idKinds[kind].prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`), missing(kind).message)
    .meta({ example: `${idKinds[kind].prefix}_01JD0000000000000000000000` });

const schemas = new Map<IdKind, ReturnType<typeof newSchema>>();

/**
 * An id of that kind: one schema for all who name it, because making one takes time when a function starts. Its refusal
 * reads as the answer to an id that does not exist: no id at all is just that.
 */
export function idOf(kind: IdKind): ReturnType<typeof newSchema> {
  const schema = schemas.get(kind) ?? newSchema(kind);
  schemas.set(kind, schema);
  return schema;
}

/** An id to filter by: an unknown one, or no id at all, matches nothing. */
export const idFilter = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be an id');

export const missing = (kind: IdKind) => notFound(idKinds[kind].resource);

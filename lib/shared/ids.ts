// Ids: a prefix for the kind of item, and a ULID, which contains the time of creation.
import { ulid } from 'ulid';
import * as z from 'zod';
import { encodeBytes, encodeNumber } from './crockford.ts';
import { notFound } from './errors.ts';
import { type IdKind, idKinds } from './id-kinds.ts';

/**
 * A new id, for example `aff_01JD…`. Ids sort by time of creation, to the millisecond. 80 bits are random, so an id is hard
 * to guess, but it is not a secret.
 */
export const newId = (kind: IdKind, now: Date): string => `${idKinds[kind].prefix}_${ulid(now.getTime())}`;

const timeLength = 10;
/** The number of random bytes in an id. */
export const idByteLength = 10;

/** Returns the same id for the same time and bytes, so that a retry creates the same item. */
export const deterministicId = (kind: IdKind, at: Date, bytes: Uint8Array): string =>
  `${idKinds[kind].prefix}_${encodeNumber(at.getTime(), timeLength)}${encodeBytes(bytes.subarray(0, idByteLength))}`;

/** Sorts between all ids from before that instant and all ids from that instant on. */
export const firstIdAt = (kind: IdKind, at: Date): string =>
  deterministicId(kind, at, new Uint8Array(idByteLength));

/** The time of creation within an id. It sorts chronologically across all kinds. */
export const encodedTimeOf = (id: string): string => id.slice(id.indexOf('_') + 1).slice(0, timeLength);

const newSchema = (kind: IdKind) =>
  z
    .string()
    .regex(new RegExp(`^${idKinds[kind].prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`), idNotFound(kind).message)
    .meta({ example: `${idKinds[kind].prefix}_01JD0000000000000000000000` });

const schemas = new Map<IdKind, ReturnType<typeof newSchema>>();

/**
 * The schema of an id, shared because creating schemas slows down cold starts. Its message equals that of the 404, since a
 * malformed id does not exist either.
 */
export function idSchema(kind: IdKind): ReturnType<typeof newSchema> {
  const schema = schemas.get(kind) ?? newSchema(kind);
  schemas.set(kind, schema);
  return schema;
}

/** An id in a filter. An unknown or malformed id matches nothing. */
export const idFilter = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be an id');

export const idNotFound = (kind: IdKind) => notFound(idKinds[kind].resource);

// Creates ids. An id has a prefix for the kind of item, and a ULID, which contains the time of creation.
import { ulid } from 'ulid';
import * as z from 'zod';
import { decodeNumber, encodeBytes, encodeNumber } from './crockford.ts';
import { type IdKind, idKinds } from './id-kinds.ts';
import { resourceName } from './resource-names.ts';
import { isResource } from './resources.ts';
import { twinPrefix } from './twin-ids.ts';

const randomLength = 16;

/** The random fractions of one ULID. By default, `ulid` asks for each of its 16 bytes separately, which takes ten times as long. */
function randomFractions(): () => number {
  const bytes = crypto.getRandomValues(new Uint8Array(randomLength)).values();
  return () => (bytes.next().value ?? 0) / 256;
}

/** Ids sort by creation time. 80 random bits make an id hard to guess, but ids are not secrets. */
export const newId = (kind: IdKind, now: Date): string =>
  `${idKinds[kind].prefix}_${ulid(now.getTime(), randomFractions())}`;

const timeLength = 10;
export const idByteLength = 10;

/** The same time and bytes produce the same id, so a retry creates the same item. */
export const deterministicId = (kind: IdKind, at: Date, bytes: Uint8Array): string =>
  `${idKinds[kind].prefix}_${encodeNumber(at.getTime(), timeLength)}${encodeBytes(bytes.subarray(0, idByteLength))}`;

export const firstIdAt = (kind: IdKind, at: Date): string =>
  deterministicId(kind, at, new Uint8Array(idByteLength));

/** Times before 1970 are 1970, because no id is older. */
export const encodedTimeAt = (at: Date): string => encodeNumber(Math.max(0, at.getTime()), timeLength);

export const encodedTimeOf = (id: string): string => id.slice(id.indexOf('_') + 1).slice(0, timeLength);

/** Returns the time of creation of a valid id. */
export const timeOf = (id: string): Date => new Date(decodeNumber(encodedTimeOf(id)));

/** The id of a test twin stands wherever the id of a brand stands. */
const prefixPattern = (kind: IdKind): string =>
  kind === 'brand' ? `(?:${idKinds.brand.prefix}|${twinPrefix})` : idKinds[kind].prefix;

const digit = '[0-9A-HJKMNP-TV-Z]';

const idPattern = (kind: IdKind): RegExp => new RegExp(`^${prefixPattern(kind)}_[0-7]${digit}{25}$`);

function newSchema(kind: IdKind) {
  const { prefix, name } = idKinds[kind];
  const pattern = idPattern(kind);
  return (isResource(kind) ? resourceName(kind, pattern) : z.string().regex(pattern)).meta({
    description: `The id of the ${name.toLowerCase()}.`,
    example: `${prefix}_01JD0000000000000000000000`,
  });
}

const schemas = new Map<IdKind, ReturnType<typeof newSchema>>();

/** Caches the schemas, because creating them slows down cold starts. A malformed id gets the same error as an unknown id. */
export function idSchema(kind: IdKind): ReturnType<typeof newSchema> {
  const schema = schemas.get(kind) ?? newSchema(kind);
  schemas.set(kind, schema);
  return schema;
}

export const idFilter = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be an id')
  .meta({ description: 'The id of a resource. An unknown id is no error: it matches nothing.' });

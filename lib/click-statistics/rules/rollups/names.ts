// Names in figures: each once, in order, ids in 17 bytes instead of 30, others without what they share with the one before.
import { decodeBytes, encodeBytes } from '#lib/shared/crockford.ts';
import { idKinds } from '#lib/shared/id-kinds.ts';
import type { Reader, Writer } from './bytes.ts';

/**
 * The kinds of ids that figures are by. A name begins with the place of its kind here; or, counted from there on, with how
 * many bytes are its own and how many those of the name before (which fits into one byte where the former are few).
 */
const prefixes = [`${idKinds.affiliate.prefix}_`, `${idKinds.campaign.prefix}_`] as const;
const lengthOfUlid = 26;
const bytesOfUlid = 17;
const mostShared = 15;
const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Writes the names, and answers the place of each. */
export function writeNames(to: Writer, names: Iterable<string>): ReadonlyMap<string, number> {
  const inOrder = [...names].sort();
  to.count(inOrder.length);
  let last: Buffer = Buffer.alloc(0);
  for (const name of inOrder) last = writeName(to, name, last);
  return new Map(inOrder.map((name, place) => [name, place]));
}

/** Answers what the next name may share. */
function writeName(to: Writer, name: string, last: Buffer): Buffer {
  const kind = prefixes.findIndex((prefix) => name.startsWith(prefix));
  const rest = name.slice(prefixes[kind]?.length ?? 0);
  if (kind >= 0 && ulid.test(rest)) {
    to.count(kind);
    to.bytes(decodeBytes(rest, bytesOfUlid));
    return Buffer.alloc(0);
  }
  const text = Buffer.from(name);
  const shared = sharedBy(last, text);
  const own = text.subarray(shared);
  to.count(prefixes.length + own.length * (mostShared + 1) + shared);
  to.bytes(own);
  return text;
}

function sharedBy(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length, mostShared);
  for (let length = 0; length < most; length += 1) if (one[length] !== other[length]) return length;
  return most;
}

/** The names, each in its place. */
export function readNames(from: Reader): readonly string[] {
  let last: Buffer = Buffer.alloc(0);
  return Array.from({ length: from.count() }, () => {
    const first = from.count();
    const prefix = prefixes[first];
    if (prefix !== undefined) {
      last = Buffer.alloc(0);
      return prefix + encodeBytes(from.bytes(bytesOfUlid)).slice(0, lengthOfUlid);
    }
    const shared = (first - prefixes.length) % (mostShared + 1);
    const own = from.bytes((first - prefixes.length - shared) / (mostShared + 1));
    last = Buffer.concat([last.subarray(0, shared), own]);
    return last.toString();
  });
}

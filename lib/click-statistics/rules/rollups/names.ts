// Encodes and decodes sorted names: ids in 17 bytes instead of 30, other names without the prefix shared with the previous name.
import { decodeBytes, encodeBytes } from '#lib/shared/crockford.ts';
import { idKinds } from '#lib/shared/id-kinds.ts';
import type { Reader, Writer } from './bytes.ts';

/** This list must not change, because stored names refer to it by index, and all higher numbers encode lengths. */
const prefixes = [`${idKinds.affiliate.prefix}_`, `${idKinds.campaign.prefix}_`] as const;
const ulidLength = 26;
const ulidByteCount = 17;
const maxSharedLength = 15;
const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;

export function encodeNames(to: Writer, names: Iterable<string>): ReadonlyMap<string, number> {
  const sorted = [...names].sort();
  to.unsigned(sorted.length);
  let last: Buffer = Buffer.alloc(0);
  for (const name of sorted) last = encodeName(to, name, last);
  return new Map(sorted.map((name, index) => [name, index]));
}

function encodeName(to: Writer, name: string, last: Buffer): Buffer {
  const kind = prefixes.findIndex((prefix) => name.startsWith(prefix));
  const rest = name.slice(prefixes[kind]?.length ?? 0);
  if (kind >= 0 && ulid.test(rest)) {
    to.unsigned(kind);
    to.bytes(decodeBytes(rest, ulidByteCount));
    return Buffer.alloc(0);
  }
  const text = Buffer.from(name);
  const shared = sharedPrefixLength(last, text);
  const own = text.subarray(shared);
  to.unsigned(prefixes.length + own.length * (maxSharedLength + 1) + shared);
  to.bytes(own);
  return text;
}

function sharedPrefixLength(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length, maxSharedLength);
  for (let length = 0; length < most; length += 1) if (one[length] !== other[length]) return length;
  return most;
}

export function decodeNames(from: Reader): readonly string[] {
  let last: Buffer = Buffer.alloc(0);
  return Array.from({ length: from.unsigned() }, () => {
    const first = from.unsigned();
    const prefix = prefixes[first];
    if (prefix !== undefined) {
      last = Buffer.alloc(0);
      return prefix + encodeBytes(from.bytes(ulidByteCount)).slice(0, ulidLength);
    }
    const shared = (first - prefixes.length) % (maxSharedLength + 1);
    const own = from.bytes((first - prefixes.length - shared) / (maxSharedLength + 1));
    last = Buffer.concat([last.subarray(0, shared), own]);
    return last.toString();
  });
}

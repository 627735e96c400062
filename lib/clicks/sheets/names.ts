// Names in figures: each once, in order, ids in 17 bytes instead of 30.
import { decodeBytes, encodeBytes } from '#lib/shared/crockford.ts';
import { idKinds } from '#lib/shared/id-kinds.ts';
import type { Reader, Writer } from './bytes.ts';

/** The kinds of ids that figures are by. A name begins with one of these, or with the length of its text after them. */
const prefixes = [`${idKinds.affiliate.prefix}_`, `${idKinds.campaign.prefix}_`] as const;
const lengthOfUlid = 26;
const bytesOfUlid = 17;
const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Writes the names, and answers the place of each. */
export function writeNames(to: Writer, names: Iterable<string>): ReadonlyMap<string, number> {
  const inOrder = [...names].sort();
  to.count(inOrder.length);
  for (const name of inOrder) writeName(to, name);
  return new Map(inOrder.map((name, place) => [name, place]));
}

function writeName(to: Writer, name: string): void {
  const kind = prefixes.findIndex((prefix) => name.startsWith(prefix));
  const rest = name.slice(prefixes[kind]?.length ?? 0);
  if (kind >= 0 && ulid.test(rest)) {
    to.count(kind);
    to.bytes(decodeBytes(rest, bytesOfUlid));
    return;
  }
  const text = Buffer.from(name);
  to.count(prefixes.length + text.length);
  to.bytes(text);
}

function readName(from: Reader): string {
  const first = from.count();
  const prefix = prefixes[first];
  return prefix === undefined
    ? Buffer.from(from.bytes(first - prefixes.length)).toString()
    : prefix + encodeBytes(from.bytes(bytesOfUlid)).slice(0, lengthOfUlid);
}

/** The names, each in its place. */
export const readNames = (from: Reader): readonly string[] =>
  Array.from({ length: from.count() }, () => readName(from));

// Builds and parses the text of an API key: `sk_<mode>_<brand><key><secret><checksum>`. See docs/decisions/0070.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Mode } from '#lib/foundation/contract/mode.ts';
import { encodeBytes, encodeNumber } from '#lib/foundation/shared/crockford.ts';
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { crc32 } from './crc32.ts';

const secretBytes = 20;
const checksumLength = 7;

const pattern =
  /^(?<signed>sk_(?<mode>live|test)_(?<brand>[0-7][0-9A-HJKMNP-TV-Z]{25})(?<id>[0-7][0-9A-HJKMNP-TV-Z]{25})[0-9A-HJKMNP-TV-Z]{32})(?<checksum>[0-9A-HJKMNP-TV-Z]{7})$/;

const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1);
const checksumOf = (text: string): string => encodeNumber(crc32(text), checksumLength);

/** Returns a new key with 160 random bits. The ids in it make authentication a read by key. */
export function newKeyText(mode: Mode, brandId: string, id: string): string {
  const signed = `sk_${mode}_${ulidOf(brandId)}${ulidOf(id)}${encodeBytes(randomBytes(secretBytes))}`;
  return `${signed}${checksumOf(signed)}`;
}

export interface KeyReference {
  readonly mode: Mode;
  readonly brandId: string;
  readonly id: string;
}

export const isKeyText = (token: string): boolean => token.startsWith('sk_');

/** Returns undefined for a text that is no key, or that was mistyped or cut off. */
export function parseKeyText(text: string): KeyReference | undefined {
  const { signed, mode, brand, id, checksum } = pattern.exec(text)?.groups ?? {};
  if (signed === undefined || checksum !== checksumOf(signed)) return undefined;
  return {
    mode: mode === 'live' ? 'live' : 'test',
    brandId: `${idKinds.brand.prefix}_${brand}`,
    id: `${idKinds.apiKey.prefix}_${id}`,
  };
}

/** 160 random bits cannot be guessed, so the hash needs no salt and no repetition. */
export const hashOfKey = (text: string): string => hash('sha256', text, 'base64url');

export const matchesHash = (text: string, keyHash: string): boolean => {
  const [one, other] = [Buffer.from(hashOfKey(text)), Buffer.from(keyHash)];
  return one.length === other.length && timingSafeEqual(one, other);
};

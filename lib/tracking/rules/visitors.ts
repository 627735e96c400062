// Hashes that only recognize repeated clicks of a visitor. The tracking link uses this file, so it must not import zod.
import { hash, randomBytes } from 'node:crypto';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import { encodeBytes } from '#lib/shared/crockford.ts';

export interface VisitorFingerprint {
  /** Hash of the visitor and the tracking code (80 bits), at the end of the click ids of a visit. */
  readonly visitSuffix: string;
  /** Hash of the visitor on all codes of the brand (48 bits); null for an unknown visitor. */
  readonly visitor: string | null;
}

const suffixByteCount = 10;
const visitorByteCount = 6;

/** Truncating the result prevents length extension, so a plain hash is enough. An HMAC takes twice the time per click. */
const saltedHash = (salt: string, parts: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([salt, ...parts]), 'buffer');

function fingerprint(salt: string, code: string, identity: readonly string[]): VisitorFingerprint {
  const person = saltedHash(salt, identity);
  // The stored visitor does not reveal the rest of the hash, so nobody can compute the suffixes from it.
  const [visitor, rest] = [person.subarray(0, visitorByteCount), person.subarray(visitorByteCount)];
  const suffix = saltedHash(rest.toString('base64url'), [normalizeTrackingCode(code)]);
  return {
    visitSuffix: encodeBytes(suffix.subarray(0, suffixByteCount)),
    visitor: visitor.toString('base64url'),
  };
}

/** The salt is deleted after two days, so that nobody can find an address by trying all of them. */
export const visitorByAddress = (
  salt: string,
  code: string,
  address: string,
  userAgent: string,
): VisitorFingerprint => fingerprint(salt, code, ['address', address, userAgent]);

/** For an id that the brand assigns. The brand's id as salt separates brands, but does not hide the visitor id. */
export const visitorById = (brandId: string, code: string, visitorId: string): VisitorFingerprint =>
  fingerprint(brandId, code, ['id', visitorId]);

export const unknownVisitor = (random: (count: number) => Uint8Array = randomBytes): VisitorFingerprint => ({
  visitSuffix: encodeBytes(random(suffixByteCount)),
  visitor: null,
});

// Hashes that recognize the repeated clicks of a visitor, and nothing else. The tracking link uses this, so no zod.
import { hash, randomBytes } from 'node:crypto';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import { encodeBytes } from '#lib/shared/crockford.ts';

export interface VisitorFingerprint {
  /** Hash of the visitor and the tracking code, at the end of the click ids of a visit. 16 characters, 80 bits. */
  readonly visitSuffix: string;
  /** Hash of the visitor on all codes of the brand, 8 characters, 48 bits; null for an unknown visitor. */
  readonly visitor: string | null;
}

const suffixByteCount = 10;
const visitorByteCount = 6;

/** Truncating the result prevents length extension, so a plain hash is enough. An HMAC takes twice the time per click. */
const saltedHash = (salt: string, parts: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([salt, ...parts]), 'buffer');

function fingerprint(salt: string, code: string, identity: readonly string[]): VisitorFingerprint {
  const person = saltedHash(salt, identity);
  // The stored visitor does not reveal the rest, so the suffixes of a visitor cannot be computed from it.
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

/** A random fingerprint: the click is never a duplicate. */
export const unknownVisitor = (random: (count: number) => Uint8Array = randomBytes): VisitorFingerprint => ({
  visitSuffix: encodeBytes(random(suffixByteCount)),
  visitor: null,
});

// Creates visitor hashes, which serve only to detect repeated clicks. The tracking link uses this file, so it must not import zod.
import { hash, randomBytes } from 'node:crypto';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import { encodeBytes } from '#lib/shared/crockford.ts';

export interface VisitorFingerprint {
  /** A hash of the visitor and the tracking code (80 bits). All click ids of a visit end with it. */
  readonly visitSuffix: string;
  /** A hash of the visitor that is the same for all tracking codes of a brand (48 bits); null for an unknown visitor. */
  readonly visitor: string | null;
}

const suffixByteCount = 10;
const visitorByteCount = 6;

/** A plain hash is enough, because the result is truncated, which prevents length extension. An HMAC would take twice the time. */
const saltedHash = (salt: string, parts: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([salt, ...parts]), 'buffer');

function fingerprint(salt: string, code: string, identity: readonly string[]): VisitorFingerprint {
  const person = saltedHash(salt, identity);
  // The suffix is derived from the part of the hash that is not stored, so nobody can compute it from the stored visitor.
  const [visitor, rest] = [person.subarray(0, visitorByteCount), person.subarray(visitorByteCount)];
  const suffix = saltedHash(rest.toString('base64url'), [normalizeTrackingCode(code)]);
  return {
    visitSuffix: encodeBytes(suffix.subarray(0, suffixByteCount)),
    visitor: visitor.toString('base64url'),
  };
}

/** The salt expires after two days. Afterwards, nobody can recover an address by brute force. */
export const visitorByAddress = (
  salt: string,
  code: string,
  address: string,
  userAgent: string,
): VisitorFingerprint => fingerprint(salt, code, ['address', address, userAgent]);

/** Hashes a visitor id that the brand assigns. The brand id as salt separates brands, but does not hide the visitor id. */
export const visitorById = (brandId: string, code: string, visitorId: string): VisitorFingerprint =>
  fingerprint(brandId, code, ['id', visitorId]);

export const unknownVisitor = (random: (count: number) => Uint8Array = randomBytes): VisitorFingerprint => ({
  visitSuffix: encodeBytes(random(suffixByteCount)),
  visitor: null,
});

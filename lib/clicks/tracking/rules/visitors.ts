// Creates visitor hashes, which serve only to detect repeated clicks.
// This file must not import zod, because zod slows down the cold start of the tracking link.
import { hash, randomBytes } from 'node:crypto';
import { encodeBytes } from '#lib/foundation/shared/crockford.ts';
import { addressBlock } from '#lib/foundation/shared/ip-addresses.ts';
import { normalizeTrackingCode } from '#lib/program/affiliates/rules/tracking-code.ts';

export interface VisitorFingerprint {
  /** A hash of the address or visitor and the tracking code (80 bits). All click ids of a visit end with it. */
  readonly visitSuffix: string;
  /** A hash of the visitor that is the same for all tracking codes of a brand (48 bits); null for an unknown visitor. */
  readonly visitor: string | null;
  readonly maxUniqueClicks?: number;
}

const suffixByteCount = 10;
const visitorByteCount = 6;

/** Truncating the hash prevents length-extension attacks, so an HMAC is not needed. An HMAC would take twice the time. */
const saltedHash = (salt: string, parts: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([salt, ...parts]), 'buffer');

const visitorIn = (person: Buffer): string => person.toString('base64url', 0, visitorByteCount);

/** Derives the suffix from the rest of the hash, which is not stored, so that nobody can compute the suffix from `visitor`. */
function visitSuffixOf(person: Buffer, code: string): string {
  const suffix = saltedHash(person.toString('base64url', visitorByteCount), [normalizeTrackingCode(code)]);
  return encodeBytes(suffix.subarray(0, suffixByteCount));
}

function fingerprint(salt: string, code: string, identity: readonly string[]): VisitorFingerprint {
  const person = saltedHash(salt, identity);
  return { visitSuffix: visitSuffixOf(person, code), visitor: visitorIn(person) };
}

/**
 * The daily salt prevents anybody from recovering an address from its hash by brute force after the salt has expired.
 *
 * The visitors of an address share a visit, so that their unique clicks can be limited. IPv6 addresses are grouped by /64, because
 * one customer can use every address of a /64. Without a limit, each visitor has a visit.
 */
export function visitorBehindAddress(
  salt: string,
  code: string,
  {
    address,
    userAgent,
    maxUniqueClicks,
  }: { address: string; userAgent: string; maxUniqueClicks: number | null },
): VisitorFingerprint {
  const person = saltedHash(salt, ['address', address, userAgent]);
  const visitor = visitorIn(person);
  if (maxUniqueClicks === null) return { visitSuffix: visitSuffixOf(person, code), visitor };
  const block = saltedHash(salt, ['block', addressBlock(address)]);
  return { visitSuffix: visitSuffixOf(block, code), visitor, maxUniqueClicks };
}

/** Hashes a visitor id that the brand assigns. The salt is the brand id: it separates brands, but does not hide the visitor id. */
export const visitorById = (brandId: string, code: string, visitorId: string): VisitorFingerprint =>
  fingerprint(brandId, code, ['id', visitorId]);

export const unknownVisitor = (random: (count: number) => Uint8Array = randomBytes): VisitorFingerprint => ({
  visitSuffix: encodeBytes(random(suffixByteCount)),
  visitor: null,
});

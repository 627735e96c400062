// Who a visitor is: hashes that tell repeats and nothing else. Without zod: the tracking link tells them too.
import { hash, randomBytes } from 'node:crypto';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import { encodeBytes } from '#lib/shared/crockford.ts';

/** What is stored of who clicked. */
export interface Trace {
  /** Of the visitor on this tracking code: the end of the ids of all its clicks. 16 characters, 80 bits. */
  readonly tail: string;
  /** Of the visitor on any of the brand's codes. 8 characters, 48 bits; null where nothing tells who it was. */
  readonly visitor: string | null;
}

const bytesOfTail = 10;
const bytesOfVisitor = 6;

/**
 * Keyed by the salt before all else. What is kept of it is cut off short, so nothing can be added to who was hashed; and one
 * hash is half of a keyed one's work, which counts where it is made for each click.
 */
const keyed = (salt: string, parts: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([salt, ...parts]), 'buffer');

function traceOf(salt: string, code: string, who: readonly string[]): Trace {
  const person = keyed(salt, who);
  // What is stored of the person tells nothing of the rest, which makes the tail.
  const [stored, rest] = [person.subarray(0, bytesOfVisitor), person.subarray(bytesOfVisitor)];
  const tail = keyed(rest.toString('base64url'), [normalizeTrackingCode(code)]);
  return { tail: encodeBytes(tail.subarray(0, bytesOfTail)), visitor: stored.toString('base64url') };
}

/**
 * A visitor known by address and browser only. The salt is the brand's of that day: with another day the hash is another
 * one, and without the salt, which is gone two days later, nobody can try addresses.
 */
export const passingVisitor = (salt: string, code: string, address: string, userAgent: string): Trace =>
  traceOf(salt, code, ['address', address, userAgent]);

/**
 * A visitor whom the brand names by an id of its own. Hashed with the brand's id, which keeps brands apart and hides no id
 * from who knows both.
 */
export const namedVisitor = (brandId: string, code: string, visitorId: string): Trace =>
  traceOf(brandId, code, ['id', visitorId]);

/** Somebody: such a click repeats none, and none repeats it. `random`: where that many bytes come from. */
export const unknownVisitor = (random: (count: number) => Uint8Array = randomBytes): Trace => ({
  tail: encodeBytes(random(bytesOfTail)),
  visitor: null,
});

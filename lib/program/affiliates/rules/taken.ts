// Builds the errors of an e-mail address or a tracking code that another creator has.

import { conflict, type DomainError } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type Affiliate, storedEmailClaim } from '#lib/program/affiliates/schema/affiliate.ts';
import { normalizeTrackingCode } from './tracking-code.ts';

export function emailTaken(claim: Item | undefined): Error {
  const { affiliateId: id } = storedEmailClaim.parse(claim);
  return conflict('affiliate_exists', `A creator with this e-mail address already exists: ${id}`, {
    details: [{ path: 'email', message: `Belongs to ${id}`, values: [id] }],
  });
}

/** `free` are codes to suggest. */
export function trackingCodeTaken(
  free: readonly string[] = [],
  path: 'trackingCode' | 'slug' = 'trackingCode',
): DomainError {
  const message = `\`${path}\` is already in use: send another one`;
  if (free.length === 0) return conflict('tracking_code_taken', message);
  const names = free.map((code) => `\`${code}\``).join(', ');
  return conflict('tracking_code_taken', `${message}, such as ${names}`, {
    details: [{ path, message: `Free codes: ${names}`, values: free }],
  });
}

/** Throws a 409 if a request sends another code than the creator has. */
export function checkTrackingCode({ trackingCode }: Affiliate, sent: string | undefined): void {
  if (sent === undefined || normalizeTrackingCode(sent) === normalizeTrackingCode(trackingCode)) return;
  const message = `The tracking code of this creator cannot be changed: send \`${trackingCode}\`, or no \`trackingCode\``;
  throw conflict('tracking_code_fixed', message, {
    details: [{ path: 'trackingCode', message: `Is \`${trackingCode}\``, values: [trackingCode] }],
  });
}

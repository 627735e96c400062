// Finds the mailbox of an e-mail address, so that a creator is recognized behind another spelling of their address.
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';

/** Gmail ignores dots, and both of its domains deliver to the same mailbox. */
const gmailDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** `name+tag` is `name`. The `+` of an empty name is not a separator. */
const withoutTag = (local: string): string => local.replace(/(?<=.)\+.*$/su, '');

/**
 * Two addresses with the same canonical form are read by the same person, with few exceptions. So it only decides what a person
 * reviews; keys use `normalizeEmail`. Letters in compatibility forms, such as full-width letters, are equal to plain ones.
 */
export function canonicalAddress(address: string): string {
  const normalized = normalizeEmail(address.normalize('NFKC'));
  const at = normalized.lastIndexOf('@');
  const local = withoutTag(normalized.slice(0, Math.max(at, 0)));
  const domain = normalized.slice(at + 1);
  return gmailDomains.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

// Checks and normalizes e-mail addresses in any script (RFC 6531).
import { domainToASCII } from 'node:url';

/** SMTP limits an address to 254 bytes (RFC 5321, 4.5.3.1.3). */
export const maxEmailBytes = 254;

/**
 * The part before the `@`: letters, marks and digits of any script, and the symbols of RFC 5322 except `!` and `|`. An address
 * does not begin with `=`. A spreadsheet therefore runs no function and starts no program for an address (docs/decisions/0065).
 */
const localPart = /^(?!=)[\p{L}\p{M}\p{N}_'+\-&/=#%*?^`{}$~]+(?:\.[\p{L}\p{M}\p{N}_'+\-&/=#%*?^`{}$~]+)*$/u;

const unicodeDomain = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]*$/u;
const asciiDomain =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const ascii = /^[\0-\x7f]*$/;

function split(address: string): readonly [string, string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, Math.max(at, 0)), address.slice(at + 1)];
}

/** `müller.de` and `xn--mller-kva.de` are the same domain (RFC 5891). An invalid domain is only converted to lower case. */
function asciiDomainOf(domain: string): string {
  const lower = domain.toLowerCase();
  return ascii.test(lower) || !unicodeDomain.test(lower) ? lower : domainToASCII(lower) || lower;
}

/** Two addresses are the same if their normalized forms are equal. Never throws, because a login accepts any text. */
export function normalizeEmail(address: string): string {
  const trimmed = address.trim();
  const [local, domain] = split(trimmed);
  if (local === '') return trimmed.toLowerCase().normalize('NFC');
  return `${local.toLowerCase().normalize('NFC')}@${asciiDomainOf(domain)}`;
}

export function isEmailAddress(address: string): boolean {
  const [local, domain] = split(address.normalize('NFC'));
  return (
    Buffer.byteLength(address) <= maxEmailBytes &&
    localPart.test(local) &&
    unicodeDomain.test(domain) &&
    asciiDomain.test(asciiDomainOf(domain))
  );
}

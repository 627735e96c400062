// Brings IP addresses into one form, so that equal addresses are equal texts, and groups them by customer.
// The tracking link uses this file, so it must import no package.

/**
 * Returns an IPv6 address in the form of RFC 5952 without its zone, and an IPv4-mapped one (RFC 4291, 2.5.5.2) as IPv4. Other texts
 * stay as they are.
 */
export function canonicalAddress(text: string): string {
  if (!text.includes(':')) return text;
  const url = URL.parse(`http://[${text.replace(/%.*$/, '')}]`);
  if (url === null) return text;
  const address = url.hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  return new URL(`http://0x${high}${low.padStart(4, '0')}`).hostname;
}

/** Groups IPv6 addresses by /64 prefix, because one customer can use every address of a /64 (RFC 6177). */
export function addressBlock(sourceIp: string): string {
  const address = canonicalAddress(sourceIp);
  if (!address.includes(':')) return address;
  const [before = [], after = []] = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

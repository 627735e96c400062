// How many failed logins are borne, and whom they count against.
//
// A failure at an address that the account has logged in from before counts against just that pair; one from anywhere
// else counts against the account's other addresses together, and against the address itself. So a stranger can use up
// the strangers' attempts on an account, but never those of its owner at the owner's own address.
import { daysInSeconds } from '#lib/shared/dates.ts';
import { tooManyRequests } from '#lib/shared/errors.ts';

export const windowSeconds = 900;
export const knownAddressSeconds = 180 * daysInSeconds;

export const failureLimits = { account: 10, knownAddress: 10, address: 50 } as const;

export const windowOf = (now: Date): number => Math.floor(now.getTime() / (windowSeconds * 1000));

/** A 429 until the window is over. */
export function tooManyLoginFailures(now: Date) {
  const endsAt = (windowOf(now) + 1) * windowSeconds * 1000;
  return tooManyRequests(
    'Too many failed logins, try again later',
    Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
  );
}

/** An IPv4 address as a socket of both families writes it (RFC 4291, 2.5.5.2): `::ffff:192.0.2.1`. */
const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * What an address counts as: an IPv4 address itself, an IPv6 one its /64, which is what one customer is given
 * (RFC 6177): whoever has one of its addresses has them all.
 */
export function addressBlock(sourceIp: string): string {
  if (!sourceIp.includes(':')) return sourceIp;
  const ipv4 = mappedIpv4.exec(sourceIp)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = sourceIp.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined
      ? []
      : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}

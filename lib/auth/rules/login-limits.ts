// Defines the limits of failed logins per account and per IP address.
import { secondsPerDay } from '#lib/shared/dates.ts';
import { tooManyRequests } from '#lib/shared/errors.ts';

export const windowSeconds = 900;
export const knownAddressSeconds = 180 * secondsPerDay;

/**
 * Failed logins per window. `account`: to one account from all unknown addresses. `address`: from one unknown address.
 * `knownAddress`: to one account from an address with a login in the last 180 days, so that strangers cannot lock out the owner.
 */
export const failureLimits = { account: 10, knownAddress: 10, address: 50 } as const;

export const windowOf = (now: Date): number => Math.floor(now.getTime() / (windowSeconds * 1000));

export function tooManyLoginFailures(now: Date) {
  const endsAt = (windowOf(now) + 1) * windowSeconds * 1000;
  return tooManyRequests(
    'Too many failed logins, try again later',
    Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)),
  );
}

/** Matches IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2), such as `::ffff:192.0.2.1`. */
const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Groups IPv6 addresses by /64 prefix, because one customer can use every address of a /64 (RFC 6177). */
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

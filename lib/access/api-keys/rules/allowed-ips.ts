// Compares the address of a request with the addresses and ranges from which a key may be used.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
type IpRange = readonly [address: Address, prefix: number];

const mappedBits = 96;

function rangeIn(text: string): IpRange | undefined {
  const [written = ''] = text.split('/');
  // The library also accepts zones and the forms of `inet_aton`, such as `127.1` and octal numbers.
  if (isIP(written) === 0 || written.includes('%')) return undefined;
  if (text !== written) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Parses `203.0.113.7`, `203.0.113.0/24`, `2001:db8::1` or `2001:db8::/48`. An IPv4-mapped range (`::ffff:203.0.113.0/120`) becomes
 * IPv4. With a prefix below 96 it would contain more than IPv4 addresses, so it is no range.
 */
export function parseIpRange(text: string): IpRange | undefined {
  const [address, prefix] = rangeIn(text) ?? [];
  if (address === undefined || prefix === undefined) return undefined;
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, prefix];
  return prefix < mappedBits ? undefined : [address.toIPv4Address(), prefix - mappedBits];
}

const contains = ([network, prefix]: IpRange, address: Address): boolean =>
  network.kind() === address.kind() && address.match(network, prefix);

const isRange = (range: IpRange | undefined): range is IpRange => range !== undefined;

/** `null` allows every address. An IPv4-mapped address is an IPv4 address. */
export function isAllowedIp(allowed: readonly string[] | null, sourceIp: string): boolean {
  if (allowed === null) return true;
  if (!ipaddr.isValid(sourceIp)) return false;
  const address = ipaddr.process(sourceIp);
  return allowed
    .map(parseIpRange)
    .filter(isRange)
    .some((range) => contains(range, address));
}

/** Whether every range lies in one of the allowed ranges. `null` stands for every address. */
export function areWithin(ranges: readonly string[] | null, allowed: readonly string[]): boolean {
  const outer = allowed.map(parseIpRange).filter(isRange);
  const isWithin = (range: IpRange | undefined): boolean =>
    range !== undefined && outer.some((other) => other[1] <= range[1] && contains(other, range[0]));
  return ranges?.map(parseIpRange).every(isWithin) ?? false;
}

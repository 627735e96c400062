// Compares the address of a request with the addresses and ranges from which a key may be used.
import { BlockList, isIP, isIPv4 } from 'node:net';
import { canonicalAddress } from '#lib/foundation/shared/ip-addresses.ts';

interface IpRange {
  readonly network: string;
  readonly prefix: number;
}

const mappedBits = 96;

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * Parses `203.0.113.7`, `203.0.113.0/24`, `2001:db8::1` or `2001:db8::/48`. An IPv4-mapped range (`::ffff:203.0.113.0/120`) becomes
 * IPv4. With a prefix below 96 it would contain more than IPv4 addresses, so it is no range.
 */
export function parseIpRange(text: string): IpRange | undefined {
  const [, written = '', size] = /^([\d.:a-f]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  if (isIP(written) === 0) return undefined;
  const bits = isIPv4(written) ? 32 : 128;
  const prefix = Number(size ?? bits);
  if (prefix > bits) return undefined;
  const network = canonicalAddress(written);
  if (familyOf(network) === familyOf(written)) return { network, prefix };
  return prefix < mappedBits ? undefined : { network, prefix: prefix - mappedBits };
}

function contains({ network, prefix }: IpRange, address: string): boolean {
  if (familyOf(network) !== familyOf(address)) return false;
  const list = new BlockList();
  list.addSubnet(network, prefix, familyOf(network));
  return list.check(address, familyOf(address));
}

const isRange = (range: IpRange | undefined): range is IpRange => range !== undefined;

/** `null` allows every address. An IPv4-mapped address is an IPv4 address. */
export function isAllowedIp(allowed: readonly string[] | null, sourceIp: string): boolean {
  if (allowed === null) return true;
  const address = canonicalAddress(sourceIp);
  if (isIP(address) === 0) return false;
  return allowed
    .map(parseIpRange)
    .filter(isRange)
    .some((range) => contains(range, address));
}

/** Whether every range lies in one of the allowed ranges. `null` stands for every address. */
export function areWithin(ranges: readonly string[] | null, allowed: readonly string[]): boolean {
  const outer = allowed.map(parseIpRange).filter(isRange);
  const isWithin = (range: IpRange | undefined): boolean =>
    range !== undefined &&
    outer.some((other) => other.prefix <= range.prefix && contains(other, range.network));
  return ranges?.map(parseIpRange).every(isWithin) ?? false;
}

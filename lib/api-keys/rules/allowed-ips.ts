// Compares the address of a request with the addresses and ranges from which a key may be used.
import { BlockList, isIP } from 'node:net';

const families = { 4: 'ipv4', 6: 'ipv6' } as const;
const prefixBits = { ipv4: 32, ipv6: 128 } as const;

type Family = keyof typeof prefixBits;
type IpRange = readonly [address: string, prefix: number, family: Family];

const familyOf = (address: string): Family | undefined => {
  const version = isIP(address);
  return version === 4 || version === 6 ? families[version] : undefined;
};

/** Parses `203.0.113.7`, `203.0.113.0/24`, `2001:db8::1` or `2001:db8::/48`. */
export function parseIpRange(text: string): IpRange | undefined {
  const { address = '', prefix } =
    /^(?<address>[\d.:A-Fa-f]+)(?:\/(?<prefix>\d{1,3}))?$/.exec(text)?.groups ?? {};
  const family = familyOf(address);
  if (family === undefined) return undefined;
  const bits = prefix === undefined ? prefixBits[family] : Number(prefix);
  return bits <= prefixBits[family] ? [address, bits, family] : undefined;
}

/** `null` allows every address. An IPv4 address matches in its IPv6 form as well, such as `::ffff:203.0.113.7`. */
export function isAllowedIp(allowed: readonly string[] | null, sourceIp: string): boolean {
  if (allowed === null) return true;
  const family = familyOf(sourceIp);
  const list = new BlockList();
  for (const text of allowed) {
    const range = parseIpRange(text);
    if (range !== undefined) list.addSubnet(...range);
  }
  return family !== undefined && list.check(sourceIp, family);
}

function isWithin(text: string, allowed: readonly string[]): boolean {
  const [address = '', prefix = 0] = parseIpRange(text) ?? [];
  return allowed.some(
    (other) => (parseIpRange(other)?.[1] ?? Infinity) <= prefix && isAllowedIp([other], address),
  );
}

/** Whether every range lies in one of the allowed ranges. `null` stands for every address. */
export const areWithin = (ranges: readonly string[] | null, allowed: readonly string[]): boolean =>
  ranges?.every((range) => isWithin(range, allowed)) ?? false;

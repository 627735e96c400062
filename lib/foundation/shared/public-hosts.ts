// Recognizes hosts that no landing page of live mode may have: private addresses, names of private networks, and names in mixed scripts.
// The tracking link uses this file, so it must not import zod.
import { BlockList, isIPv4 } from 'node:net';
import { domainToUnicode } from 'node:url';

/** The ranges that are not globally reachable, by the IANA special-purpose address registries (RFC 6890). */
const reservedRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  // 6to4 and Teredo addresses contain IPv4 addresses.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];

/** All other IPv6 addresses are local, mapped from IPv4, or not assigned. */
const globalUnicast = ['2000::/3'];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), network.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** They are created on first use, because few hosts are addresses, and the tracking link must start quickly. */
let lists: { readonly reserved: BlockList; readonly global: BlockList } | undefined;

export function isPublicAddress(address: string): boolean {
  lists ??= { reserved: listOf(reservedRanges), global: listOf(globalUnicast) };
  return isIPv4(address)
    ? !lists.reserved.check(address)
    : lists.global.check(address, 'ipv6') && !lists.reserved.check(address, 'ipv6');
}

/** The names that are not in the public DNS (RFC 6761, 6762 and 8375). */
const privateDomain =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|onion|arpa)$/;

const isPublicName = (name: string): boolean =>
  name.includes('.') && !name.split('.').includes('') && !privateDomain.test(name);

/** The recommended scripts of Unicode (UAX 31, table 5). Han is used together with other scripts, so it is below. */
const scripts =
  'Latin Cyrillic Greek Arabic Hebrew Armenian Georgian Ethiopic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil ' +
  'Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer';
const combinations = [
  ...scripts.split(' '),
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
];

/** Compiled on first use, because hosts outside of ASCII are rare and a pattern takes about a millisecond. */
const patterns = new Map<string, RegExp>();
function patternOf(combination: string): RegExp {
  const letters = combination.split(' ').map((script) => `\\p{scx=${script}}`);
  const pattern =
    patterns.get(combination) ?? new RegExp(`^[${letters.join('')}\\p{sc=Zyyy}\\p{sc=Zinh}]+$`, 'u');
  patterns.set(combination, pattern);
  return pattern;
}

/** The restriction level "highly restrictive" of UTS 39: mixed scripts imitate other names, such as a Cyrillic `а` in `pаypal`. */
const isInOneScript = (name: string): boolean =>
  !name.includes('xn--') ||
  domainToUnicode(name)
    .split('.')
    .every((label) => combinations.some((combination) => patternOf(combination).test(label)));

const localUrl = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?([/?#][^\s\\\p{Cc}]*)?$/iu;

/** A page on the developer's own machine, which test mode accepts. */
export const isLocalUrl = (text: string): boolean => localUrl.test(text) && URL.canParse(text);

export type HostProblem = 'notPublic' | 'mixedScripts';

/**
 * `hostname` must be normalized by `URL`, which also converts decimal, hexadecimal and octal addresses. A colon is only in IPv6
 * addresses then.
 */
export function hostProblem(hostname: string): HostProblem | undefined {
  const host = hostname.replace(/\.$/, '').replace(/^\[(.*)\]$/, '$1');
  if (host.includes(':') || isIPv4(host)) return isPublicAddress(host) ? undefined : 'notPublic';
  if (!isPublicName(host)) return 'notPublic';
  return isInOneScript(host) ? undefined : 'mixedScripts';
}

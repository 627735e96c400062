import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { addressBlock, canonicalAddress } from '#lib/foundation/shared/ip-addresses.ts';

test('the canonical form of an address is the one of ipaddr.js, with mapped addresses as IPv4', () => {
  const mapped = fc.ipV4().map((address) => `::ffff:${address}`);
  // ipaddr.js also reads the deprecated form `::192.0.2.1` (RFC 4291, 2.5.5.1) as IPv4, which no system sends.
  const usual = fc.ipV6().filter((address) => !address.includes('.'));
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), usual, mapped), (address) => {
      const expected = ipaddr.process(address);
      expect(canonicalAddress(address)).toBe(
        expected instanceof ipaddr.IPv6 ? expected.toRFC5952String() : expected.toString(),
      );
    }),
  );
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:CB00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:0:0', '0.0.0.0'],
  ['::ffff:0.0.0.1', '0.0.0.1'],
  ['::fffe:203.0.113.7', '::fffe:cb00:7107'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['FE80::1%eth0', 'fe80::1'],
  ['no address: at all', 'no address: at all'],
  ['', ''],
])('the canonical form of the address %s is %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
});

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.tuple(group, group, group, group, group, group, group, group);

/** Formats an address: with or without padding, in upper or lower case, with or without `::` at `runAt`. */
const formatted = (
  [...numbers]: readonly number[],
  padded: boolean,
  upper: boolean,
  runAt: number | undefined,
) => {
  const texts = numbers.map((number) => number.toString(16).padStart(padded ? 4 : 1, '0'));
  const written = upper ? texts.map((text) => text.toUpperCase()) : texts;
  if (runAt === undefined || numbers[runAt] !== 0) return written.join(':');
  let end = runAt;
  while (numbers[end] === 0) end += 1;
  return `${written.slice(0, runAt).join(':')}::${written.slice(end).join(':')}`;
};

const anyFormat = fc.tuple(fc.boolean(), fc.boolean(), fc.option(fc.nat(7), { nil: undefined }));

/** An IPv4-mapped address is an IPv4 address, so its block is not a /64. */
const isMapped = (address: readonly number[]): boolean => address.slice(0, 6).join() === '0,0,0,0,0,65535';

describe('`addressBlock` of an IPv6 address', () => {
  test('`addressBlock` of an IPv6 address is the same for every notation of the address and for its whole /64', () => {
    const sparse = fc.tuple(...Array.from({ length: 8 }, () => fc.oneof(fc.constant(0), group)));
    fc.assert(
      fc.property(sparse, groups, anyFormat, anyFormat, (address, other, one, another) => {
        const neighbour = [...address.slice(0, 4), ...other.slice(4)];
        fc.pre(!isMapped(address) && !isMapped(neighbour));
        const [first, second] = [formatted(address, ...one), formatted(neighbour, ...another)];
        expect([isIPv6(first), isIPv6(second)]).toEqual([true, true]);
        expect(addressBlock(first)).toBe(addressBlock(second));
      }),
    );
  });

  test('`addressBlock` differs for another /64', () => {
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        fc.pre(one.slice(0, 4).join() !== other.slice(0, 4).join());
        expect(addressBlock(formatted(one, false, false, undefined))).not.toBe(
          addressBlock(formatted(other, false, false, undefined)),
        );
      }),
    );
  });

  test.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:0000::0001', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('the block of %s is %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('`addressBlock` of an IPv4 address', () => {
  test('`addressBlock` of an IPv4 address is the address itself, also for an IPv4-mapped IPv6 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressBlock(address)).toBe(address);
        expect(addressBlock(`::ffff:${address}`)).toBe(address);
        expect(addressBlock(`::FFFF:${address}`)).toBe(address);
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const groupsOf = [a * 256 + b, c * 256 + d].map((number) => number.toString(16));
        expect(addressBlock(`::ffff:${groupsOf.join(':')}`)).toBe(address);
        expect(addressBlock(`0:0:0:0:0:FFFF:${groupsOf.join(':')}`)).toBe(address);
      }),
    );
  });
});

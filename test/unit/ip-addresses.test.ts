import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { canonicalAddress } from '#lib/foundation/shared/ip-addresses.ts';

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

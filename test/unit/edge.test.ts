// Tests how the address of the client is read from the header of CloudFront.
import { expect, test } from 'vitest';
import { addressIn } from '#lib/surface/http/edge.ts';

test.each([
  ['198.51.100.10:46532', '198.51.100.10'],
  ['2001:db8:85a3::8a2e:370:7334:46532', '2001:db8:85a3::8a2e:370:7334'],
  ['2001:db8:0:0:0:0:0:1:443', '2001:db8:0:0:0:0:0:1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['::ffff:192.0.2.1:443', '::ffff:192.0.2.1'],
])('the address in %s is %s', (header, address) => {
  expect(addressIn(header)).toBe(address);
});

test.each([undefined, '', ':443', 'unknown:443', '198.51.100.10', '300.1.1.1:443'])(
  'a header with the value %s names no address',
  (header) => {
    expect(addressIn(header)).toBeUndefined();
  },
);

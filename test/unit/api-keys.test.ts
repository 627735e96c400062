import { crc32 as crc32OfNode } from 'node:zlib';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { areWithin, isAllowedIp, parseIpRange } from '#lib/access/api-keys/rules/allowed-ips.ts';
import { crc32 } from '#lib/access/api-keys/rules/crc32.ts';
import {
  maxAddresses,
  newAddressesPerDay,
  withNewAddress,
} from '#lib/access/api-keys/rules/key-addresses.ts';
import { hashOfKey, matchesHash, newKeyText, parseKeyText } from '#lib/access/api-keys/rules/key-text.ts';
import { digits } from '#lib/foundation/shared/crockford.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const at = new Date('2026-03-01T09:30:00Z');
const [brandId, id] = [newId('brand', at), newId('apiKey', at)];

describe('the text of an API key', () => {
  test('contains the mode, the brand and the key, and differs each time', () => {
    const texts = [newKeyText('live', brandId, id), newKeyText('live', brandId, id)];
    expect(texts[0]).not.toBe(texts[1]);
    for (const text of texts) {
      expect(text).toMatch(/^sk_live_/);
      expect(parseKeyText(text)).toEqual({ mode: 'live', brandId, id });
    }
    expect(parseKeyText(newKeyText('test', brandId, id))).toEqual({ mode: 'test', brandId, id });
  });

  test('an API key is refused after any change of one character, and when two neighbors are swapped', () => {
    const text = newKeyText('test', brandId, id);
    const begin = 'sk_test_'.length;
    for (let index = begin; index < text.length; index += 1) {
      for (const digit of digits) {
        if (digit === text[index]) continue;
        expect(parseKeyText(`${text.slice(0, index)}${digit}${text.slice(index + 1)}`)).toBeUndefined();
      }
      const [one = '', other = ''] = text.slice(index, index + 2);
      if (one === other || other === '') continue;
      expect(parseKeyText(`${text.slice(0, index)}${other}${one}${text.slice(index + 2)}`)).toBeUndefined();
    }
  });

  test('an API key is refused in another mode, in lower case, cut off, or with more characters', () => {
    const text = newKeyText('live', brandId, id);
    const others = [
      text.replace('live', 'test'),
      text.toLowerCase(),
      text.slice(0, -1),
      `${text}0`,
      ` ${text}`,
      `${text}\n`,
      '',
      'sk_live_',
    ];
    expect(others.map(parseKeyText)).toEqual(others.map(() => undefined));
  });

  test('matches only its own hash', () => {
    const [text, other] = [newKeyText('live', brandId, id), newKeyText('live', brandId, id)];
    expect(matchesHash(text, hashOfKey(text))).toBe(true);
    expect(matchesHash(other, hashOfKey(text))).toBe(false);
    expect(matchesHash(text, '')).toBe(false);
    expect(hashOfKey(text)).not.toContain(text.slice(-8));
  });

  test('ends with the same CRC-32 that zlib computes', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(crc32(text)).toBe(crc32OfNode(text));
      }),
    );
  });
});

describe('the allowed addresses of an API key', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.77/24', '203.0.113.1', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/48', '2001:db8:0:ffff::1', true],
    ['2001:db8::/48', '2001:db8:1::1', false],
    ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
    ['203.0.113.0/24', '::ffff:203.0.113.7', true],
    ['203.0.113.0/24', '::FFFF:cb00:7107', true],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.113.255', true],
    ['::ffff:203.0.113.0/120', '203.0.114.0', false],
    ['::ffff:0.0.0.0/96', '198.51.100.1', true],
    ['::ffff:0.0.0.0/96', '2001:db8::1', false],
    ['::/0', '203.0.113.7', false],
    ['::/0', '::ffff:203.0.113.7', false],
    ['203.0.113.0/24', 'not an address', false],
  ])('the range %s contains the address %s: %s', (range, address, isInside) => {
    expect(isAllowedIp([range], address)).toBe(isInside);
    expect(isAllowedIp(['192.0.2.1', range], address)).toBe(isInside);
    expect(isAllowedIp(null, address)).toBe(true);
  });

  test('a random range contains the addresses that it contains for ipaddr.js', () => {
    const range = fc.oneof(
      fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })),
      fc.tuple(
        fc.ipV6().filter((address) => !address.includes('.')),
        fc.integer({ min: 0, max: 128 }),
      ),
    );
    fc.assert(
      fc.property(range, fc.oneof(fc.ipV4(), fc.ipV6()), ([network, prefix], other) => {
        fc.pre(!other.includes(':') || !other.includes('.'));
        for (const address of [network, other]) {
          const [parsed, [start, bits]] = [ipaddr.parse(address), ipaddr.parseCIDR(`${network}/${prefix}`)];
          const expected = parsed.kind() === start.kind() && parsed.match(start, bits);
          expect(isAllowedIp([`${network}/${prefix}`], address)).toBe(expected);
        }
      }),
    );
  });

  test('a text that is no address or range is refused', () => {
    const texts = [
      'localhost',
      '203.0.113',
      '203.0.113.256',
      '203.0.113.0/33',
      '203.0.113.0/',
      '2001:db8::/129',
      '/24',
      'fe80::1%eth0',
      '203.0.113.7 ',
      '203.0.113.7/24/24',
      '203.0.113.7/+24',
      '127.1',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '2130706433',
      '::ffff:0177.0.0.1',
      '::ffff:127.0.0.1/0',
      '::ffff:127.0.0.1/33',
      '::ffff:127.0.0.1/95',
      '0:0:0:0:0:ffff:7f00:1/33',
    ];
    expect(texts.map(parseIpRange)).toEqual(texts.map(() => undefined));
  });
});

test.each([
  [['203.0.113.128/25', '203.0.113.7'], ['203.0.113.0/24'], true],
  [['::ffff:203.0.113.7'], ['203.0.113.0/24'], true],
  [['203.0.113.7'], ['::ffff:203.0.113.0/120'], true],
  [['203.0.113.0/23'], ['203.0.113.0/24'], false],
  [['::ffff:127.0.0.1/33'], ['127.0.0.1'], false],
  [['::/0'], ['0.0.0.0/0'], false],
  [['0.0.0.0/0'], ['::/0'], false],
  [null, ['0.0.0.0/0', '::/0'], false],
])('the ranges %j lie within %j: %s', (ranges, allowed, isInside) => {
  expect(areWithin(ranges, allowed)).toBe(isInside);
});

describe('the addresses from which an API key was used', () => {
  const ago = (seconds: number): string => new Date(at.getTime() - 1000 * seconds).toISOString();
  const used = (count: number, firstUsedAt: string) =>
    Array.from({ length: count }, (_, index) => ({ hash: `h${index}`, firstUsedAt }));

  test('an address is new if the key was not used from it', () => {
    expect(withNewAddress(used(1, ago(5)), 'h0', at)).toBeUndefined();
    expect(withNewAddress([], 'h9', at)).toEqual([{ hash: 'h9', firstUsedAt: at.toISOString() }]);
  });

  test('ten addresses are new within 24 hours, and the next one when the first of them is 24 hours old', () => {
    const day = 86_400;
    const others = used(newAddressesPerDay - 1, ago(60));
    const withFirst = (seconds: number) => [{ hash: 'first', firstUsedAt: ago(seconds) }, ...others];
    expect(withNewAddress(others, 'new', at)).toHaveLength(10);
    expect(withNewAddress(withFirst(day - 0.001), 'new', at)).toBeUndefined();
    expect(withNewAddress(withFirst(day), 'new', at)).toHaveLength(11);
  });

  test('the latest 20 addresses are kept', () => {
    const latest = withNewAddress(used(maxAddresses, ago(2 * 86_400)), 'new', at) ?? [];
    expect([latest.length, latest.at(0)?.hash, latest.at(-1)?.hash]).toEqual([20, 'h1', 'new']);
  });
});

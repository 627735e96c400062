import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedLandingUrl } from '#lib/access/brands/rules/landing-urls.ts';
import { hostProblem, isPublicAddress } from '#lib/foundation/shared/public-hosts.ts';

const problemOf = (host: string) => hostProblem(new URL(`https://${host}/`).hostname);

describe('hostProblem', () => {
  test.each([
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0x7f.1',
      '127.0.0.1.',
      '0',
      '0.0.0.0',
    ],
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
    ...['169.254.169.254', '169.254.170.2', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '１２７.０.０.１', '①②⑦.0.0.1'],
    ...['[::]', '[::1]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2001:db8::1]'],
    ...['[::ffff:10.0.0.1]', '[::ffff:8.8.8.8]', '[::127.0.0.1]', '[64:ff9b::10.0.0.1]', '[2002:a00:1::]'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'app.localhost', 'printer.local', 'api.internal', 'nas.lan'],
    ...[
      'metadata.google.internal',
      'shop',
      'shop.',
      'router.home.arpa',
      'hidden.onion',
      'wiki.corp',
      'a..test',
    ],
  ])('refuses %s as a private host', (host) => {
    expect(problemOf(host)).toBe('notPublic');
  });

  test.each([
    ...['8.8.8.8', '172.15.255.255', '172.32.0.1', '100.128.0.1', '[2606:4700:4700::1111]', '134744072'],
    ...[
      'acme.test',
      'shop.acme.co.uk',
      'ACME.test.',
      'localhost.acme.test',
      'local.acme.test',
      'internal-shop.com',
    ],
    ...[
      'müller.de',
      'xn--mller-kva.de',
      'пример.рф',
      'пример.com',
      'παράδειγμα.gr',
      '例え.jp',
      'ラーメンshop.jp',
    ],
    ...['中文网.中国', '한국abc.kr', 'उदाहरण.भारत', 'مثال.إختبار', 'דוגמה.test', 'a-1.пример-2.com'],
  ])('accepts %s', (host) => {
    expect(problemOf(host)).toBeUndefined();
  });

  test.each([
    ['a Cyrillic letter in a Latin name', 'pаypal.com'],
    ['a Latin letter in a Cyrillic name', 'примеp.com'],
    ['a Greek letter in a Latin name', 'gοοgle.com'],
    ['a mixed name in Punycode', 'xn--pypal-4ve.com'],
    ['a mixed label of a subdomain', 'pаypal.acme.test'],
    ['Cyrillic with Han', 'пример中.com'],
    ['kana with Hangul', 'かな한.com'],
    ['a script that is not recommended', 'ᏣᎳᎩ.com'],
  ])('refuses %s', (_, host) => {
    expect(problemOf(host)).toBe('mixedScripts');
  });

  test('refuses every address of the private ranges in every notation', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const prefixes = fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 16], [172, 31], [100, 64]);
    const notation = fc.constantFrom(8, 10, 16);
    fc.assert(
      fc.property(prefixes, fc.tuple(octet, octet, octet), notation, (prefix, rest, radix) => {
        const number = [...prefix, ...rest].slice(0, 4).reduce((sum, part) => sum * 256 + part, 0);
        const sign = { 8: '0', 10: '', 16: '0x' }[radix] ?? '';
        expect(problemOf(`${sign}${number.toString(radix)}`)).toBe('notPublic');
        expect(
          problemOf(
            `[::ffff:${number
              .toString(16)
              .padStart(8, '0')
              .replace(/(.{4})/, '$1:')}]`,
          ),
        ).toBe('notPublic');
      }),
    );
  });
});

describe('isPublicAddress', () => {
  const all = 'ffff:ffff:ffff:ffff:ffff:ffff';

  test.each([
    ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['2001::', `2001:1ff:${all}`, '2001:200::'],
    ['2001:db8::', `2001:db8:${all}`, '2001:db9::'],
    ['2002::', `2002:ffff:${all}`, '2003::'],
  ])('refuses the range from %s to %s, and accepts the next address %s', (first, last, next) => {
    expect([first, last, next].map(isPublicAddress)).toEqual([false, false, true]);
  });

  test.each([
    ['9.255.255.255', '10.0.0.0'],
    ['100.63.255.255', '100.64.0.0'],
    ['126.255.255.255', '127.0.0.0'],
    ['169.253.255.255', '169.254.0.0'],
    ['172.15.255.255', '172.16.0.0'],
    ['191.255.255.255', '192.0.0.0'],
    ['192.0.1.255', '192.0.2.0'],
    ['192.88.98.255', '192.88.99.0'],
    ['192.167.255.255', '192.168.0.0'],
    ['198.17.255.255', '198.18.0.0'],
    ['198.51.99.255', '198.51.100.0'],
    ['203.0.112.255', '203.0.113.0'],
    ['223.255.255.255', '224.0.0.0'],
    [`2000:ffff:${all}`, '2001::'],
    [`2001:db7:${all}`, '2001:db8::'],
    [`2001:ffff:${all}`, '2002::'],
    [`3ffe:ffff:${all}`, '3fff::'],
  ])('accepts %s, the last address before the refused range that begins at %s', (before, first) => {
    expect([before, first].map(isPublicAddress)).toEqual([true, false]);
  });

  test('refuses multicast, reserved and broadcast addresses up to the last IPv4 address', () => {
    expect(['239.255.255.255', '240.0.0.0', '255.255.255.255'].map(isPublicAddress)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('refuses 3fff::/20 up to its last address, and IPv6 addresses outside of 2000::/3', () => {
    expect([`3fff:fff:${all}`, '3fff:1000::', `3fff:ffff:${all}`].map(isPublicAddress)).toEqual([
      false,
      true,
      true,
    ]);
    expect([`1fff:ffff:${all}`, '2000::', '4000::'].map(isPublicAddress)).toEqual([false, true, false]);
  });
});

describe('isAllowedLandingUrl', () => {
  const brand = { id: 'brd_01', landingHosts: ['acme.test', '*.shop.test', 'xn--mller-kva.de'] };
  const withoutHosts = { ...brand, landingHosts: [] };
  const twin = { ...brand, id: 'tst_01' };

  test.each([
    ...['https://acme.test/', 'https://ACME.test./x', 'https://acme.test:8443/', 'https://a.shop.test/'],
    ...['https://a.b.shop.test/', 'https://müller.de/'],
  ])('allows %s', (url) => {
    expect(isAllowedLandingUrl(url, brand)).toBe(true);
  });

  test.each([
    ...[
      'https://www.acme.test/',
      'https://shop.test/',
      'https://evilshop.test/',
      'https://acme.test.evil.test/',
    ],
    ...['https://evil.test/acme.test', 'https://evil.test/?a=.shop.test', 'https://.shop.test/', 'no URL'],
  ])('refuses %s', (url) => {
    expect(isAllowedLandingUrl(url, brand)).toBe(false);
  });

  test('allows every public host, and no other, when the brand names none', () => {
    expect(isAllowedLandingUrl('https://any.test/', withoutHosts)).toBe(true);
    expect(isAllowedLandingUrl('https://10.0.0.1/', withoutHosts)).toBe(false);
    expect(isAllowedLandingUrl('https://pаypal.com/', withoutHosts)).toBe(false);
  });

  test.each([
    ...['http://localhost', 'http://localhost:3000/spring?a=1', 'http://127.0.0.1:8080/#top'],
    'HTTP://LOCALHOST:80/',
  ])('allows %s in test mode only', (url) => {
    expect([twin, brand, withoutHosts].map((owner) => isAllowedLandingUrl(url, owner))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    ...['http://localhost.evil.test/', 'http://localhost@evil.test/', 'http://user@localhost/'],
    ...['http://localhost\\@evil.test/', 'http://127.0.0.2/', 'http://10.0.0.1/', 'http://localhost:99999/'],
    ...['http://evil.test/', 'https://localhost/', 'javascript://localhost/', 'ftp://localhost/'],
  ])('refuses %s in test mode', (url) => {
    expect(isAllowedLandingUrl(url, twin)).toBe(false);
  });
});

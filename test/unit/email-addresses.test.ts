import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { isEmailAddress, normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { anyCharacter } from '#test/support/any-character.ts';

/** The common form of ASCII addresses. */
const asciiAddress = fc.stringMatching(z.regexes.email);

describe('the schema of e-mail addresses', () => {
  test.each([
    'ada@creators.test',
    'Ada.Lovelace+x@Creators.Test',
    "o'brien@creators.test",
    '+tag@creators.test',
    'jürgen@müller.de',
    'jürgen@xn--mller-kva.de',
    'ада@пример.рф',
    'उदाहरण@उदाहरण.भारत',
    '用户@例え.jp',
    'ju\u0308rgen@mu\u0308ller.de',
    'a&b/c=d@creators.test',
  ])('accepts %s as it is', (address) => {
    expect(emailAddress.parse(address)).toBe(address);
  });

  test.each([
    ['an empty text', ''],
    ['a text without @', 'ada.creators.test'],
    ['an address without a local part', '@creators.test'],
    ['an address without a domain', 'ada@'],
    ['two @', 'ada@x@creators.test'],
    ['a domain without a dot', 'ada@localhost'],
    ['an IP address', 'ada@192.0.2.1'],
    ['an IP address in full-width digits', 'ada@１９２.0.2.1'],
    ['a space', 'ada lovelace@creators.test'],
    ['a display name', 'Ada <ada@creators.test>'],
    ['two dots in a row', 'ada..x@creators.test'],
    ['an empty label in the domain', 'ada@creators..test'],
    ['a label that begins with a hyphen', 'ada@-creators.test'],
    ['a label of 64 characters', `ada@${'a'.repeat(64)}.test`],
    ['an international label that is too long for DNS', `ada@${'ü'.repeat(60)}.de`],
    ['a path after the domain', 'ada@müller.de/x'],
    ['a port after the domain', 'ada@müller.de:25'],
    ['a null character', 'a\0da@creators.test'],
    ['a line break', 'ada@creators.test\nbcc:x@y.test'],
    ['a bidirectional control character', 'ada\u202e@creators.test'],
    ['a zero-width space', 'a\u200bda@creators.test'],
    ['a formula', '=1+2@creators.test'],
    ['a command in a formula', "+cmd|'/c'!a1@creators.test"],
  ])('refuses %s', (_, address) => {
    expect(emailAddress.safeParse(address).success).toBe(false);
  });

  test('accepts 254 bytes and refuses 255, counted in UTF-8', () => {
    const domain = `@${'abcdefg.'.repeat(20)}test`;
    const addressOf = (bytes: number) =>
      `${'ü'.repeat(20)}${'a'.repeat(bytes - domain.length - 40)}${domain}`;
    expect([254, 255].map((bytes) => Buffer.byteLength(addressOf(bytes)))).toEqual([254, 255]);
    expect([254, 255].map((bytes) => isEmailAddress(addressOf(bytes)))).toEqual([true, false]);
  });

  test('ignores white space around an address', () => {
    expect(emailAddress.parse(' jürgen@müller.de\n')).toBe('jürgen@müller.de');
  });

  test('accepts every ASCII address, except domains with a label that ends with a hyphen or is too long', () => {
    fc.assert(
      fc.property(asciiAddress, (address) => {
        fc.pre(address.length <= 254 && !/-\.|[^.@]{64}\./.test(address.slice(address.indexOf('@'))));
        expect(isEmailAddress(address), address).toBe(true);
      }),
    );
  });
});

describe('a normalized e-mail address', () => {
  test.each([
    ['letter case', 'JÜRGEN@MÜLLER.DE'],
    ['white space', ' jürgen@müller.de '],
    ['a domain in its ASCII form', 'jürgen@xn--mller-kva.de'],
    ['a domain in its ASCII form in upper case', 'Jürgen@XN--MLLER-KVA.DE'],
    ['decomposed letters', 'ju\u0308rgen@mu\u0308ller.de'],
  ])('is the same for %s', (_, address) => {
    expect(normalizeEmail(address)).toBe('jürgen@xn--mller-kva.de');
  });

  test('the normalized form of an ASCII address is the address in lower case, without white space around it', () => {
    fc.assert(
      fc.property(asciiAddress, (address) => {
        expect(normalizeEmail(address)).toBe(address.trim().toLowerCase());
      }),
    );
  });

  test('a normalized e-mail address is its own normalized form, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), asciiAddress), (text) => {
        const normalized = normalizeEmail(text);
        expect(normalizeEmail(normalized)).toBe(normalized);
      }),
    );
  });

  test('the normalized form is different for different addresses', () => {
    const addresses = ['jürgen@müller.de', 'jurgen@müller.de', 'jürgen@muller.de', 'jürgen@mueller.de'];
    expect(new Set(addresses.map(normalizeEmail)).size).toBe(addresses.length);
  });
});

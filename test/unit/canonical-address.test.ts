import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress } from '#lib/foundation/shared/canonical-address.ts';
import { isEmailAddress, normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';

const words = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const tags = fc.stringMatching(/^[A-Za-z0-9+.-]{0,8}$/);

describe('canonicalAddress', () => {
  test.each([
    ['another letter case', 'Ada@Creators.TEST', 'ada@creators.test'],
    ['a tag', 'ada+shop@creators.test', 'ada@creators.test'],
    ['a tag that contains a +', 'ada+a+b@creators.test', 'ada@creators.test'],
    ['an empty tag', 'ada+@creators.test', 'ada@creators.test'],
    ['dots in a Gmail address', 'a.d.a@gmail.com', 'ada@gmail.com'],
    ['the other domain of Gmail', 'Ada@GoogleMail.com', 'ada@gmail.com'],
    ['dots and a tag in the other domain of Gmail', 'a.da+x.y@googlemail.com', 'ada@gmail.com'],
    ['the ASCII form of the domain', 'ada@müller.de', 'ada@xn--mller-kva.de'],
    ['another Unicode form of the name', 'ju\u0308rgen@creators.test', 'jürgen@creators.test'],
    ['a tag after an international name', 'jürgen+x@müller.de', 'jürgen@xn--mller-kva.de'],
    ['full-width letters', 'ａｄａ＋ｘ@creators.test', 'ada@creators.test'],
    ['white space around it', ' ada@creators.test ', 'ada@creators.test'],
  ])('an address with %s has the same canonical form', (_, address, other) => {
    expect(canonicalAddress(address)).toBe(canonicalAddress(other));
  });

  test.each([
    ['dots outside Gmail', 'a.da@creators.test', 'ada@creators.test'],
    ['a hyphen', 'ada-x@creators.test', 'ada@creators.test'],
    ['another domain', 'ada@gmail.test', 'ada@gmail.com'],
    ['a subdomain of Gmail', 'a.da@mail.gmail.com', 'ada@mail.gmail.com'],
    ['a + at the start', '+ada@creators.test', '+eve@creators.test'],
    ['other letters', 'jürgen@creators.test', 'jurgen@creators.test'],
  ])('an address with %s has another canonical form', (_, address, other) => {
    expect(canonicalAddress(address)).not.toBe(canonicalAddress(other));
  });

  test('the canonical form is an address, and it is its own canonical form', () => {
    const domains = fc.constantFrom('gmail.com', 'GoogleMail.com', 'creators.test', 'müller.de');
    fc.assert(
      fc.property(words, tags, domains, (name, tag, domain) => {
        const address = `${name}+${tag}@${domain}`;
        const canonical = canonicalAddress(address);
        expect(canonical).toBe(canonicalAddress(`${name.toUpperCase()}@${domain}`));
        expect(canonicalAddress(canonical)).toBe(canonical);
        expect(isEmailAddress(canonical)).toBe(true);
      }),
    );
  });

  test('never throws, and equal addresses have equal canonical forms', () => {
    const characters = fc.constantFrom(...'aAzZ09@+.-ü\u0308ａ＠＋ßİſ ', 'gmail.com');
    fc.assert(
      fc.property(fc.string({ unit: characters }), (text) => {
        expect(canonicalAddress(normalizeEmail(text))).toBe(canonicalAddress(text));
      }),
    );
  });
});

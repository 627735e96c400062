import { describe, expect, test } from 'vitest';
import { counterOf, newRecoveryCodes, otpauthUri, useProof } from '#lib/access/auth/rules/second-factor.ts';

/** The secret `12345678901234567890` of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('a TOTP code', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('a code is the one of RFC 6238 at %s seconds', (seconds, code) => {
    expect(counterOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('a code is accepted 30 seconds early or late, and not earlier or later', () => {
    const counters = [-60, -30, 0, 30, 60].map((offset) =>
      counterOf(secret, '081804', at(1_111_111_109 + offset)),
    );
    expect(counters).toEqual([undefined, 37_037_036, 37_037_036, 37_037_036, undefined]);
  });

  test('a code before the last used one is refused', () => {
    const factor = { secret, lastCounter: 37_037_036, recoveryCodes: [] };
    expect(useProof(factor, { code: '081804' }, at(1_111_111_109))).toBeUndefined();
    const earlier = { ...factor, lastCounter: 37_037_035 };
    expect(useProof(earlier, { code: '081804' }, at(1_111_111_109))).toEqual(factor);
  });
});

test('a recovery code has 80 random bits, and works with any case and without hyphens', () => {
  const { codes, hashes } = newRecoveryCodes();
  expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true);
  const factor = { secret, lastCounter: 0, recoveryCodes: hashes };
  const recoveryCode = codes[3]?.toLowerCase().replaceAll('-', ' ') ?? '';
  const used = useProof(factor, { recoveryCode }, at(0));
  expect(used?.recoveryCodes).toHaveLength(9);
  expect(used === undefined ? 'unused' : useProof(used, { recoveryCode }, at(0))).toBeUndefined();
});

test('the URI of a secret names the account and escapes it', () => {
  expect(otpauthUri(secret, 'a&b@acme.test')).toContain('a%26b%40acme.test');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cacheSeconds, signingKeyFirst } from '#lib/access/auth/rules/key-order.ts';
import {
  activationDelaySeconds,
  keyStates,
  maintain,
  maxKeys,
  retirementSeconds,
  revoke,
  rotate,
  rotationSeconds,
  type StoredKey,
  signingKeysDocument,
} from '#lib/access/auth/rules/signing-keys.ts';
import { tokenLifetimeSeconds } from '#lib/access/auth/schema.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { sized } from '#test/support/size.ts';

const begin = new Date('2026-03-01T00:00:00.000Z');
const at = (seconds: number): Date => addSeconds(begin, seconds);
const material = (kid: string) => ({ kid, secret: kid.padEnd(43, 'x') });
const key = (kid: string, signsFrom: number): StoredKey => ({
  ...material(kid),
  signsFrom: at(signsFrom).toISOString(),
});
const kids = (keys: readonly { readonly kid: string }[]) => keys.map(({ kid }) => kid);
const day = 86_400;

describe('the signing keys document', () => {
  const parsed = (document: unknown) => signingKeysDocument.parse(document).keys;
  const list = (keys: readonly object[]) => ({ revision: 1, lineage: 'a1', keys });

  test('the signing keys document is a list of keys or the single key that Secrets Manager generated', () => {
    expect(kids(parsed(list([key('b', 0), key('a', -1)])))).toEqual(['b', 'a']);
    expect(parsed(material('first'))).toEqual([
      { ...material('first'), signsFrom: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  test('the signing keys document has at least one key and at most the maximum, each with a valid date', () => {
    const many = (count: number) => list(Array.from({ length: count }, () => key('k', 0)));
    expect(parsed(many(maxKeys))).toHaveLength(maxKeys);
    expect(() => parsed(many(maxKeys + 1))).toThrow();
    expect(() => parsed(list([]))).toThrow();
    expect(() => parsed(list([{ ...material('k'), signsFrom: 'soon' }]))).toThrow();
  });
});

describe('signingKeyFirst', () => {
  test('returns the newest key that may already sign first, in any order of the input', () => {
    const [old, signing, next] = [key('old', -50), key('signing', -10), key('next', 10)];
    expect(kids(signingKeyFirst([next, old, signing], begin))).toEqual(['signing', 'next', 'old']);
    expect(kids(signingKeyFirst([next, old, signing], at(10)))).toEqual(['next', 'signing', 'old']);
  });

  test('returns the earliest key first when, by a slow clock, no key may sign yet', () => {
    expect(kids(signingKeyFirst([key('later', 20), key('sooner', 10)], begin))[0]).toBe('sooner');
  });

  test('keeps the order of keys that sign from the same time', () => {
    expect(kids(signingKeyFirst([key('one', 0), key('two', 0)], begin))).toEqual(['one', 'two']);
  });
});

describe('maintain', () => {
  const fresh = key('a', 0);

  test('returns the keys unchanged while the newest key is young or may not sign yet', () => {
    const young = [fresh];
    expect(maintain(young, at(rotationSeconds - 1), material('b'))).toBe(young);
    const waiting = [key('b', rotationSeconds + activationDelaySeconds), fresh];
    expect(maintain(waiting, at(rotationSeconds + 1), material('c'))).toBe(waiting);
  });

  test('returns the keys with a new key when the newest key is old, and the new key may sign only after the activation delay', () => {
    const now = rotationSeconds;
    const rotated = maintain([fresh], at(now), material('b'));
    expect(rotated).toEqual([key('b', now + activationDelaySeconds), fresh]);
    expect(kids(signingKeyFirst(rotated, at(now + activationDelaySeconds - 1)))[0]).toBe('a');
    expect(kids(signingKeyFirst(rotated, at(now + activationDelaySeconds)))[0]).toBe('b');
    expect(activationDelaySeconds).toBeGreaterThanOrEqual(2 * cacheSeconds);
  });

  test('returns a new key before the generated first key, which has no date', () => {
    const { keys } = signingKeysDocument.parse(material('first'));
    expect(kids(maintain(keys, begin, material('b')))).toEqual(['b', 'first']);
  });

  test('returns the keys without a key whose last token has expired', () => {
    const keys = [key('b', 0), key('a', -rotationSeconds)];
    expect(maintain(keys, at(tokenLifetimeSeconds), material('c'))).toBe(keys);
    expect(maintain(keys, at(retirementSeconds - 1), material('c'))).toBe(keys);
    expect(kids(maintain(keys, at(retirementSeconds), material('c')))).toEqual(['b']);
  });
});

describe('rotate', () => {
  test('returns the keys with a new key, whatever the age of the newest key, unless a published key may not sign yet', () => {
    const rotated = rotate([key('a', 0)], at(60), material('b'));
    expect(kids(rotated)).toEqual(['b', 'a']);
    expect(rotate(rotated, at(120), material('c'))).toBe(rotated);
    expect(kids(rotate(rotated, at(60 + activationDelaySeconds), material('c')))).toEqual(['c', 'b', 'a']);
  });

  test('throws while the maximum number of keys is still in use', () => {
    const keys = Array.from({ length: maxKeys }, (_, index) => key(`k${index}`, -index));
    expect(() => rotate(keys, at(60), material('more'))).toThrow('wait until one retires');
    expect(kids(rotate(keys, at(retirementSeconds), material('more')))).toEqual(['more', 'k0']);
  });
});

describe('revoke', () => {
  const keys = [key('next', 100), key('signing', -100), key('retiring', -200)];

  test('returns the keys without the revoked key, otherwise unchanged, when the revoked key does not sign', () => {
    expect(revoke(keys, 'retiring', begin, material('new'))).toEqual([keys[0], keys[1]]);
    expect(revoke(keys, 'next', begin, material('new'))).toEqual([keys[1], keys[2]]);
  });

  test('returns a published next key that may sign immediately when the signing key is revoked', () => {
    const left = revoke(keys, 'signing', begin, material('new'));
    expect(left).toEqual([key('next', 0), keys[2]]);
    expect(kids(signingKeyFirst(left, begin))[0]).toBe('next');
  });

  test('returns a new key that may sign immediately when the signing key is revoked and no next key is published', () => {
    const left = revoke(keys.slice(1), 'signing', begin, material('new'));
    expect(left).toEqual([key('new', 0), keys[2]]);
    expect(revoke([key('only', -5)], 'only', begin, material('new'))).toEqual([key('new', 0)]);
  });

  test('throws when the key does not exist', () => {
    expect(() => revoke(keys, 'gone', begin, material('new'))).toThrow('Signing key gone not found');
  });
});

test('`keyStates` returns the state and the validity of each key without its secret', () => {
  const keys = [key('next', 100), key('signing', -100), ...signingKeysDocument.parse(material('first')).keys];
  const states = keyStates(keys, begin);
  const until = (seconds: number) => at(seconds + retirementSeconds).toISOString();
  expect(states).toEqual([
    { kid: 'next', state: 'next', signsFrom: at(100).toISOString(), verifiesUntil: null },
    { kid: 'signing', state: 'signing', signsFrom: at(-100).toISOString(), verifiesUntil: until(100) },
    { kid: 'first', state: 'retiring', signsFrom: null, verifiesUntil: until(-100) },
  ]);
});

const skew = fc.integer({ min: -120, max: 120 });
const staleness = fc.integer({ min: 0, max: cacheSeconds });

const step = fc.record({
  after: fc.oneof(fc.integer({ min: 0, max: 3600 }), fc.integer({ min: 0, max: 3 * day })),
  by: fc.constantFrom(maintain, maintain, maintain, rotate),
  skew,
});

/** One instance signs a token and another verifies it, each with keys that it read some time ago. */
const probe = fc.record({
  /** Probes close to a change find the most errors. */
  near: fc.nat(),
  signed: fc.integer({ min: -10, max: 2 * activationDelaySeconds }),
  verified: fc.oneof(
    fc.integer({ min: 0, max: 600 }),
    fc.integer({ min: 0, max: tokenLifetimeSeconds }),
    fc.integer({ min: tokenLifetimeSeconds - 600, max: tokenLifetimeSeconds }),
  ),
  signer: fc.record({ skew, staleness }),
  verifier: fc.record({ skew, staleness }),
});

test('a token that has not expired verifies on every instance, for any rotation schedule, clock skew and cached keys', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 60 }),
      fc.array(probe, { minLength: 20, maxLength: 60 }),
      (steps, probes) => {
        let keys: readonly StoredKey[] = signingKeysDocument.parse(material('first')).keys;
        let time = 0;
        const history = [{ time: Number.NEGATIVE_INFINITY, keys }];
        for (const [index, { after, by, skew: off }] of steps.entries()) {
          time += after;
          const full = by === rotate && keys.length >= maxKeys - 2;
          keys = (full ? maintain : by)(keys, at(time + off), material(`k${index}`));
          history.push({ time, keys });
        }
        const keysAt = (moment: number) => history.findLast((entry) => entry.time <= moment)?.keys ?? [];
        for (const { near, signed, verified, signer, verifier } of probes) {
          const signedAt = (history[near % history.length]?.time ?? 0) + signed;
          if (!Number.isFinite(signedAt)) continue;
          const clock = signedAt + signer.skew;
          const [signing] = signingKeyFirst(keysAt(signedAt - signer.staleness), at(clock));
          const verifiedAt = signedAt + verified;
          if (verifiedAt + verifier.skew >= clock + tokenLifetimeSeconds) continue;
          expect(kids(keysAt(verifiedAt - verifier.staleness))).toContain(signing?.kid);
          // The key must also survive a run of `maintain` at this moment.
          const swept = maintain(keysAt(verifiedAt), at(verifiedAt + signer.skew), material('swept'));
          expect(kids(swept)).toContain(signing?.kid);
        }
      },
    ),
    { numRuns: sized(100, 300) },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  challengeRequired,
  difficultyAfter,
  failuresAdmitting,
  freeFailures,
  isFailureRecorded,
  windowOf,
  windowSeconds,
} from '#lib/access/auth/rules/login-limits.ts';
import { leadingZeroBits } from '#lib/access/auth/rules/proof-of-work.ts';

describe('challengeRequired', () => {
  test('returns an error with the seconds until the window ends, rounded up', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (now) => {
        const { extras } = challengeRequired({ token: 'any', difficulty: 22 }, now);
        const seconds = extras.retryAfterSeconds ?? 0;
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(1);
        expect(seconds).toBeLessThanOrEqual(windowSeconds);
        expect(windowOf(new Date(now.getTime() + seconds * 1000))).toBe(windowOf(now) + 1);
        expect(windowOf(new Date(now.getTime() + (seconds - 1) * 1000 - 1))).toBe(windowOf(now));
      }),
    );
  });
});

describe('the difficulty of a login', () => {
  const free = freeFailures.account;

  test('a login costs no work until the free failures are used up', () => {
    expect([0, free - 1].map((failures) => difficultyAfter(failures, free))).toEqual([0, 0]);
  });

  test('the first challenge costs 4 million hashes, and every two failures double the work', () => {
    const difficulties = [10, 11, 12, 13, 14, 20].map((failures) => difficultyAfter(failures, free));
    expect(difficulties).toEqual([22, 22, 23, 23, 24, 27]);
  });

  test('a login is admitted exactly while its work is at least what the failures ask for', () => {
    const [failures, difficulty] = [fc.nat(200), fc.oneof(fc.constant(0), fc.integer({ min: 22, max: 80 }))];
    fc.assert(
      fc.property(failures, difficulty, fc.integer({ min: 1, max: 60 }), (count, proven, limit) => {
        expect(count < failuresAdmitting(proven, limit)).toBe(proven >= difficultyAfter(count, limit));
      }),
    );
  });

  test('more than 20 guesses in a window cost more than 2^28 hashes, so 100 in an hour cost more than that in one window', () => {
    const work = (guesses: number) =>
      Array.from({ length: guesses }, (_, failures) => difficultyAfter(failures, free))
        .filter((bits) => bits > 0)
        .reduce((sum, bits) => sum + 2 ** bits, 0);
    expect(work(20)).toBeLessThan(2 ** 28);
    expect(work(21)).toBeGreaterThan(2 ** 28);
    // An hour touches at most five windows of 15 minutes.
    expect(5 * 20).toBe(100);
  });
});

test('the first ten failures of a window are recorded, and then each doubling', () => {
  const recorded = Array.from({ length: 130 }, (_, index) => index + 1).filter(isFailureRecorded);
  expect(recorded).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16, 32, 64, 128]);
});

describe('leadingZeroBits', () => {
  test.each([
    [[0xff, 0], 0],
    [[0x01, 0xff], 7],
    [[0, 0x80], 8],
    [[0, 0, 0x10], 19],
    [[0, 0], 16],
  ])('the bytes %j begin with %i zero bits', (bytes, bits) => {
    expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
  });
});

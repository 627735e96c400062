import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressBlock,
  challengeRequired,
  difficultyAfter,
  failuresAdmitting,
  freeFailures,
  isFailureRecorded,
  windowOf,
  windowSeconds,
} from '#lib/access/auth/rules/login-limits.ts';
import { leadingZeroBits } from '#lib/access/auth/rules/proof-of-work.ts';

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

describe('`addressBlock` of an IPv6 address', () => {
  test('`addressBlock` of an IPv6 address is the same for every notation of the address and for its whole /64', () => {
    const sparse = fc.tuple(...Array.from({ length: 8 }, () => fc.oneof(fc.constant(0), group)));
    fc.assert(
      fc.property(sparse, groups, anyFormat, anyFormat, (address, other, one, another) => {
        const neighbour = [...address.slice(0, 4), ...other.slice(4)];
        const [first, second] = [formatted(address, ...one), formatted(neighbour, ...another)];
        expect([isIPv6(first), isIPv6(second)]).toEqual([true, true]);
        expect(addressBlock(first)).toBe(addressBlock(second));
      }),
    );
  });

  test('differs for another /64', () => {
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

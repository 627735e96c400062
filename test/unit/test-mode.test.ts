import { describe, expect, test } from 'vitest';
import { newBrand } from '#lib/access/brands/rules/new-brand.ts';
import { presentClock } from '#lib/access/test-mode/present.ts';
import { moveTarget, newTwin, withPolicyOf } from '#lib/access/test-mode/rules/twin.ts';
import { moveInput } from '#lib/access/test-mode/schema/endpoints.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';

const now = new Date('2026-03-01T09:30:00.000Z');
const later = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const day = 86_400_000;
const live = {
  ...newBrand(
    {
      name: 'Acme',
      email: 'ops@acme.test',
      plan: 'growth',
      currency: 'USD',
      landingUrl: 'https://acme.test/',
    },
    later(-100 * day),
  ),
  holdDays: 7,
  revision: 4,
};

describe('newTwin', () => {
  test('the twin has the settings of the brand, and its own id, salt, time of creation and revision', () => {
    const twin = newTwin(live, { generation: 3, clockOffset: 5 * day }, now);
    const { id, testOf, clockOffset, salt, createdAt, revision, ...settings } = twin;
    const { id: liveId, salt: liveSalt, createdAt: _, revision: __, ...liveSettings } = live;
    expect(settings).toEqual(liveSettings);
    expect([id, testOf, clockOffset, createdAt, revision]).toEqual([
      twinIdOf(liveId, 3),
      liveId,
      5 * day,
      '2026-03-06T09:30:00.000Z',
      0,
    ]);
    expect(salt).not.toBe(liveSalt);
    expect(newTwin(live, { generation: 3, clockOffset: 0 }, now).salt).not.toBe(salt);
  });

  test('twins of other generations and of other brands have other ids', () => {
    const ids = [
      twinIdOf(live.id, 0),
      twinIdOf(live.id, 1),
      twinIdOf(live.id, 10),
      twinIdOf(`${live.id} 1`, 0),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^tst_0[0-9A-HJKMNP-TV-Z]{25}$/);
  });
});

test('withPolicyOf replaces the settings that decide about access by those of the account, and no other setting', () => {
  const twin = newTwin(live, { generation: 0, clockOffset: 0 }, now);
  const changed = {
    plan: 'scale',
    subscriptionStatus: 'past_due',
    requestsPerMinute: 77,
    requireSecondFactor: true,
    ratesByAdminsOnly: true,
    auditAddresses: 'clear',
  } as const;
  expect(withPolicyOf(twin, { ...live, ...changed, holdDays: 9, name: 'Bolt' })).toEqual({
    ...twin,
    ...changed,
  });
});

/** An error that names the field. */
const refused = (path: string, message: string) =>
  expect.objectContaining({ extras: { details: [{ path, message: expect.stringContaining(message) }] } });

/** The clock of the twin is not ahead of the real time. */
const times = (begunAt = now, at = now) => ({ begunAt, now: at, receivedAt: at });

describe('moveTarget', () => {
  test('an advance counts from the first attempt, however late its retry is', () => {
    expect(moveTarget({ advance: day }, times(now, later(3 * day)))).toEqual(later(day));
  });

  test('an advance of 400 days is the farthest', () => {
    expect(moveTarget({ advance: 400 * day }, times())).toEqual(later(400 * day));
    expect(() => moveTarget({ advance: 400 * day + 1 }, times())).toThrow(
      refused('advance', 'at most 400 days'),
    );
  });

  test('a time is accepted from the present time of the clock to 400 days after it', () => {
    const at = (milliseconds: number) => moveTarget({ at: later(milliseconds).toISOString() }, times());
    expect([at(0), at(400 * day)]).toEqual([now, later(400 * day)]);
    expect(() => at(-1)).toThrow(
      refused('at', 'cannot go back: must not be before 2026-03-01T09:30:00.000Z'),
    );
    expect(() => at(400 * day + 1)).toThrow(refused('at', 'at most 400 days'));
  });

  test('a clock that is 3650 days ahead of the real time is the farthest', () => {
    const ahead = { begunAt: later(3649 * day), now: later(3649 * day), receivedAt: now };
    expect(moveTarget({ advance: day }, ahead)).toEqual(later(3650 * day));
    const message = 'at most 3650 days ahead of the real time, now until 2036-02-27T09:30:00.000Z';
    expect(() => moveTarget({ advance: day + 1 }, ahead)).toThrow(refused('advance', message));
    const at = later(3650 * day + 1).toISOString();
    expect(() => moveTarget({ at }, ahead)).toThrow(refused('at', message));
  });

  test('an advance beyond the range of dates is refused, and no error of the code', () => {
    const { advance } = moveInput.parse({ advance: 'P9999W' });
    expect(() => moveTarget({ advance }, times())).toThrow(refused('advance', 'at most 400 days'));
  });

  test('a retry is accepted after its first attempt has moved the clock to the same time', () => {
    const at = later(10 * day).toISOString();
    expect(moveTarget({ at }, times(now, later(10 * day + 5)))).toEqual(later(10 * day));
  });
});

describe('the input of POST /v1/test/clock', () => {
  test.each([
    ['P1W', 7 * day],
    ['P45D', 45 * day],
    ['PT36H', 1.5 * day],
    ['PT90M', 90 * 60_000],
    ['PT1S', 1000],
    ['PT0S', 0],
    ['P1W2DT3H4M5S', 9 * day + 3 * 3_600_000 + 4 * 60_000 + 5000],
  ])('the duration %s has %i milliseconds', (advance, milliseconds) => {
    expect(moveInput.parse({ advance })).toEqual({ advance: milliseconds });
  });

  test.each([
    'P',
    'PT',
    'P1DT',
    'P1Y',
    'P1M',
    '-P1D',
    'P-1D',
    'P1.5D',
    'p1d',
    'P1D ',
    'P1H',
    'PT1D',
    'P12345D',
  ])('the text %s is no duration', (advance) => {
    expect(moveInput.safeParse({ advance }).success).toBe(false);
  });

  test('contains exactly one of `advance` and `at`', () => {
    const at = '2026-03-02T00:00:00Z';
    const inputs = [{}, { advance: 'P1D', at }, { advance: 'P1D' }, { at }, { at, to: at }];
    expect(inputs.map((input) => moveInput.safeParse(input).success)).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

test('presentClock rounds to the nearest second, and a twin without an offset is not ahead', () => {
  const { clockOffset: _, ...twin } = newTwin(live, { generation: 0, clockOffset: 0 }, now);
  const aheadOf = (clockOffset: number) => presentClock({ ...twin, clockOffset }, now).aheadBySeconds;
  expect([aheadOf(1499), aheadOf(1500), presentClock(twin, now).aheadBySeconds]).toEqual([1, 2, 0]);
  expect(presentClock(twin, now)).toMatchObject({
    now: now.toISOString(),
    linkPrefix: `test.${twin.id.slice(4).toLowerCase()}.`,
  });
});

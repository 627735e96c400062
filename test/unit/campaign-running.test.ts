import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#lib/foundation/shared/dates.ts';
import { appliesTo, isRunning, type Schedule } from '#lib/program/campaigns/rules/running.ts';

const always: Schedule & { graceDays: number } = {
  status: 'active',
  startDate: null,
  endDate: null,
  pastStatuses: [],
  graceDays: 0,
};

/** The campaign was active until the stop. */
const activeUntil = (stop: string) => [{ value: 'active', until: new Date(stop).toISOString() }];

/** Computes the local day with another function of `Intl` than the code under test. */
const localDay = (zone: string, at: number): string =>
  new Date(at).toLocaleDateString('sv-SE', { timeZone: zone });

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
);
const firstInstant = Date.parse('2026-01-01T00:00:00Z');
const oneYear = 365 * 86_400_000;
const instant = fc.integer({ min: firstInstant, max: firstInstant + oneYear });
const optionalDay = fc.option(
  fc.integer({ min: 0, max: 365 }).map((days) => addDays('2026-01-01', days)),
  { nil: null },
);
const schedule = fc
  .record({
    status: fc.constantFrom('draft', 'active', 'paused', 'ended'),
    days: fc.tuple(optionalDay, optionalDay),
    stop: instant,
    graceDays: fc.constantFrom(0, 1, 2, 7, 90),
  })
  .map(({ status, days: [one, other], stop, graceDays }) => {
    const [startDate, endDate] = one !== null && other !== null && other < one ? [other, one] : [one, other];
    const isStopped = status === 'paused' || status === 'ended';
    const stoppedAt = isStopped ? new Date(stop).toISOString() : null;
    const pastStatuses = stoppedAt === null ? [] : activeUntil(stoppedAt);
    return { status, startDate, endDate, stoppedAt, pastStatuses, graceDays } as const;
  });

describe('isRunning', () => {
  test.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['Asia/Kathmandu', '2026-05-01', '2026-04-30T18:15:00.000Z', '2026-05-01T18:14:59.999Z'],
    // The clocks go forward at midnight, so this day has no midnight.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
    ['UTC', '2026-05-01', '2026-05-01T00:00:00.000Z', '2026-05-01T23:59:59.999Z'],
  ])('in %s, a campaign of the day %s runs from %s to %s', (timezone, day, first, last) => {
    const campaign = { ...always, startDate: day, endDate: day };
    const runsAt = (text: string, milliseconds: number) =>
      isRunning(campaign, timezone, new Date(Date.parse(text) + milliseconds));
    expect([runsAt(first, -1), runsAt(first, 0), runsAt(last, 0), runsAt(last, 1)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('an active campaign runs exactly on the local days from startDate to endDate', () => {
    fc.assert(
      fc.property(schedule, zone, instant, (given, timezone, at) => {
        const campaign = { ...given, status: 'active', pastStatuses: [] } as const;
        const day = localDay(timezone, at);
        const isInside = day >= (given.startDate ?? day) && day <= (given.endDate ?? day);
        expect(isRunning(campaign, timezone, new Date(at))).toBe(isInside);
      }),
    );
  });

  test('a paused or ended campaign ran before its stop as an active one, and never runs from its stop on', () => {
    fc.assert(
      fc.property(schedule, zone, instant, fc.integer({ min: 0, max: 1 }), (given, timezone, at, offset) => {
        const stop = new Date(at).toISOString();
        const campaign = { ...given, status: 'paused', pastStatuses: activeUntil(stop) };
        const active = { ...given, status: 'active', pastStatuses: [] } as const;
        const before = new Date(at - 1);
        expect(isRunning(campaign, timezone, before)).toBe(isRunning(active, timezone, before));
        expect(isRunning(campaign, timezone, new Date(at + offset))).toBe(false);
      }),
    );
  });

  test.each([
    { ...always, status: 'draft' },
    { ...always, status: 'paused' },
    { ...always, status: 'ended' },
  ] as const)('the campaign %o never runs, because it was never active', (campaign) => {
    expect(isRunning(campaign, 'UTC', new Date('2026-05-01T12:00:00Z'))).toBe(false);
  });
});

describe('appliesTo', () => {
  const applies = (
    campaign: Schedule & { graceDays: number },
    timezone: string,
    orderedAt: string,
    referenceAt: string,
  ) => appliesTo(campaign, timezone, { orderedAt: new Date(orderedAt), referenceAt: new Date(referenceAt) });

  const may = { ...always, startDate: '2026-05-01', endDate: '2026-05-10', graceDays: 3 };
  test.each([
    ['on the last day', true, '2026-05-10T21:59:59.999Z', '2026-05-05T12:00:00Z'],
    ['on the last day of the grace period', true, '2026-05-13T21:59:59.999Z', '2026-05-05T12:00:00Z'],
    ['on the day after the grace period', false, '2026-05-13T22:00:00.000Z', '2026-05-05T12:00:00Z'],
    ['by a reference of the last instant', true, '2026-05-12T12:00:00Z', '2026-05-10T21:59:59.999Z'],
    ['by a reference from after the last day', false, '2026-05-12T12:00:00Z', '2026-05-10T22:00:00.000Z'],
    ['before the first day', false, '2026-04-30T21:59:59.999Z', '2026-04-20T12:00:00Z'],
  ])('in Europe/Berlin, an order %s earns with the campaign: %s', (_, expected, orderedAt, referenceAt) => {
    expect(applies(may, 'Europe/Berlin', orderedAt, referenceAt)).toBe(expected);
  });

  const paused = { ...may, status: 'paused', pastStatuses: activeUntil('2026-05-05T12:00:00Z') } as const;
  test.each([
    ['on the day of the pause', true, '2026-05-05T13:00:00Z', '2026-05-05T11:59:59.999Z'],
    ['three days after the day of the pause', true, '2026-05-08T21:59:59.999Z', '2026-05-04T12:00:00Z'],
    ['four days after the day of the pause', false, '2026-05-08T22:00:00.000Z', '2026-05-04T12:00:00Z'],
    ['by a reference of the instant of the pause', false, '2026-05-06T12:00:00Z', '2026-05-05T12:00:00Z'],
  ])(
    'in Europe/Berlin, an order %s earns with a paused campaign: %s',
    (_, expected, orderedAt, referenceAt) => {
      expect(applies(paused, 'Europe/Berlin', orderedAt, referenceAt)).toBe(expected);
    },
  );

  test('a campaign that was paused before its first day has no grace period', () => {
    const campaign = { ...paused, pastStatuses: activeUntil('2026-04-29T12:00:00Z') };
    expect(applies(campaign, 'UTC', '2026-04-30T12:00:00Z', '2026-04-28T12:00:00Z')).toBe(false);
    expect(applies(campaign, 'UTC', '2026-05-01T12:00:00Z', '2026-04-28T12:00:00Z')).toBe(false);
  });

  test('a campaign that was paused on its first day has its grace period from then on', () => {
    const campaign = {
      ...paused,
      startDate: '2026-05-01',
      pastStatuses: activeUntil('2026-05-01T12:00:00Z'),
    };
    const click = '2026-05-01T10:00:00Z';
    expect(applies(campaign, 'UTC', '2026-05-01T13:00:00Z', click)).toBe(true);
    expect(applies(campaign, 'UTC', '2026-05-02T13:00:00Z', click)).toBe(true);
    expect(applies(campaign, 'UTC', '2026-05-02T13:00:00Z', '2026-05-01T12:00:00Z')).toBe(false);
  });

  test('a campaign that was paused twice applies before, between and after the pauses, and in their grace periods', () => {
    const history = {
      ...always,
      graceDays: 1,
      pastStatuses: [
        { value: 'draft', until: '2026-05-01T00:00:00.000Z' },
        { value: 'active', until: '2026-05-03T12:00:00.000Z' },
        { value: 'paused', until: '2026-05-10T00:00:00.000Z' },
        { value: 'active', until: '2026-05-20T12:00:00.000Z' },
        { value: 'paused', until: '2026-05-25T00:00:00.000Z' },
      ],
    };
    const days = ['04-30', '05-01', '05-03', '05-04', '05-05', '05-10', '05-21', '05-22', '05-25'];
    const appliesOn = (day: string) =>
      applies(history, 'UTC', `2026-${day}T13:00:00Z`, '2026-05-02T12:00:00Z');
    expect(days.filter(appliesOn)).toEqual(['05-01', '05-03', '05-04', '05-10', '05-21', '05-25']);
  });

  test('without grace days, a campaign applies only while it runs', () => {
    fc.assert(
      fc.property(schedule, zone, instant, instant, (given, timezone, order, reference) => {
        const times = { orderedAt: new Date(order), referenceAt: new Date(reference) };
        const campaign = { ...given, graceDays: 0 };
        expect(appliesTo(campaign, timezone, times)).toBe(isRunning(campaign, timezone, times.orderedAt));
      }),
    );
  });

  test('a campaign with grace days applies longer, but only to references from before its last instant', () => {
    fc.assert(
      fc.property(schedule, zone, instant, instant, (campaign, timezone, order, reference) => {
        const { startDate, endDate, status, graceDays } = campaign;
        const isStopped = campaign.stoppedAt !== null && Date.parse(campaign.stoppedAt) <= order;
        const stoppedAt = isStopped ? campaign.stoppedAt : null;
        const lastDays = [
          ...(endDate === null ? [] : [endDate]),
          ...(stoppedAt === null ? [] : [localDay(timezone, Date.parse(stoppedAt))]),
        ];
        const lastDay = lastDays.sort()[0];
        const [orderDay, referenceDay] = [localDay(timezone, order), localDay(timezone, reference)];
        const wasStarted = startDate === null || (lastDay !== undefined && startDate <= lastDay);
        const isInGrace =
          status !== 'draft' &&
          graceDays > 0 &&
          wasStarted &&
          lastDay !== undefined &&
          orderDay >= (startDate ?? orderDay) &&
          orderDay <= addDays(lastDay, graceDays) &&
          referenceDay <= lastDay &&
          (stoppedAt === null || reference < Date.parse(stoppedAt));
        const times = { orderedAt: new Date(order), referenceAt: new Date(reference) };
        expect(appliesTo(campaign, timezone, times)).toBe(
          isRunning(campaign, timezone, times.orderedAt) || isInGrace,
        );
      }),
      { numRuns: 500 },
    );
  });
});

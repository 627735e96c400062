import { describe, expect, test } from 'vitest';
import { forgetAccepted, rememberAccepted, wasAccepted } from '#lib/access/api-keys/store/accepted-keys.ts';
import { effectivePlan, plans, requestsPerMinuteOf } from '#lib/access/billing/rules/plans.ts';
import { costOf, decide, secondsUntilReset, windowAt } from '#lib/access/request-limits/rules/window.ts';
import { commissions } from '#lib/money/commissions/routes.ts';
import { conversions } from '#lib/money/conversions/routes.ts';
import { expectedCostOf } from '#lib/surface/http/request-count.ts';

describe('decide', () => {
  test.each([
    [0, 1, 3, { isAllowed: true, cost: 1, remaining: 2 }],
    [2, 1, 3, { isAllowed: true, cost: 1, remaining: 0 }],
    [3, 1, 3, { isAllowed: false, cost: 1, remaining: 0 }],
    [4, 1, 3, { isAllowed: false, cost: 1, remaining: 0 }],
    [1, 2, 3, { isAllowed: true, cost: 2, remaining: 0 }],
    [2, 2, 3, { isAllowed: false, cost: 2, remaining: 1 }],
    [0, 100, 3, { isAllowed: true, cost: 3, remaining: 0 }],
    [1, 100, 3, { isAllowed: false, cost: 3, remaining: 2 }],
  ])('after %i counted requests, a cost of %i with a limit of %i', (counted, cost, limit, decision) => {
    expect(decide(counted, cost, limit)).toEqual(decision);
  });
});

describe('the window of a request', () => {
  const windowOf = (at: string) => windowAt('brd_1', 'live', new Date(at)).minute;

  test('a window is a minute of the clock: it ends one millisecond before the next minute', () => {
    const [first, last, next] = ['09:30:00.000', '09:30:59.999', '09:31:00.000'].map((time) =>
      windowOf(`2026-03-01T${time}Z`),
    );
    expect([last, next]).toEqual([first, Number(first) + 1]);
  });

  test.each([
    ['09:30:00.000', 60],
    ['09:30:00.999', 60],
    ['09:30:01.000', 59],
    ['09:30:59.999', 1],
  ])('at %s the next window begins after %i seconds', (time, seconds) => {
    expect(secondsUntilReset(new Date(`2026-03-01T${time}Z`))).toBe(seconds);
  });
});

describe('the cost of a request', () => {
  const { answer } = conversions.createBulk;
  const orders = (count: number) => ({ conversions: Array.from({ length: count }, () => ({})) });

  test('a batch costs one for each item, and at least one', () => {
    const bodies = [
      orders(3),
      orders(1),
      orders(0),
      { conversions: 'x' },
      { other: [1, 2] },
      undefined,
      null,
      'x',
    ];
    expect(bodies.map((body) => costOf(answer, body))).toEqual([3, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('a batch with a filter costs as much as the most that it can select', () => {
    const bodies = [{ filter: { status: 'pending' } }, { filter: null, ids: ['com_1', 'com_2'] }];
    expect(bodies.map((body) => costOf(commissions.approveMany.answer, body))).toEqual([100, 2]);
  });

  test('any other request costs one, whatever its body contains', () => {
    expect(costOf(conversions.create.answer, orders(3))).toBe(1);
  });

  test('the expected cost of an unparsed batch is that of its items, and one for a body that is no JSON', () => {
    const expected = (body: string | undefined) => expectedCostOf(conversions.createBulk, { body });
    const bodies = [JSON.stringify(orders(3)), JSON.stringify(orders(0)), '{"conversions":[', undefined];
    expect(bodies.map((body) => expected(body))).toEqual([3, 1, 1, 1]);
    expect(expectedCostOf(conversions.create, { body: JSON.stringify(orders(3)) })).toBe(1);
  });
});

test('the limit of a brand is its own, or the one of its plan, which a canceled subscription loses', () => {
  const limitOf = (
    subscriptionStatus: 'active' | 'past_due' | 'canceled',
    requestsPerMinute: number | null,
  ) => requestsPerMinuteOf({ plan: 'scale', subscriptionStatus, requestsPerMinute });
  expect([limitOf('active', null), limitOf('past_due', null), limitOf('canceled', null)]).toEqual([
    3000, 3000, 120,
  ]);
  expect([limitOf('active', 5), limitOf('canceled', 5)]).toEqual([5, 5]);
  expect(effectivePlan({ plan: 'growth', status: 'past_due' })).toBe(plans.growth);
});

describe('the accepted keys of a process', () => {
  test('a process remembers a key until it forgets it', () => {
    expect(wasAccepted('sk_one')).toBe(false);
    rememberAccepted('sk_one');
    expect([wasAccepted('sk_one'), wasAccepted('sk_other')]).toEqual([true, false]);
    forgetAccepted('sk_other');
    expect(wasAccepted('sk_one')).toBe(true);
    forgetAccepted('sk_one');
    expect(wasAccepted('sk_one')).toBe(false);
  });

  test('a process remembers at most 1,000 keys, and begins again with the next one', () => {
    for (let key = 0; key < 1000; key += 1) rememberAccepted(`sk_${key}`);
    expect([wasAccepted('sk_0'), wasAccepted('sk_999')]).toEqual([true, true]);
    rememberAccepted('sk_1000');
    expect([wasAccepted('sk_0'), wasAccepted('sk_999'), wasAccepted('sk_1000')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

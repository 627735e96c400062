import { describe, expect, test } from 'vitest';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import {
  emptyReasonOf,
  exclusionOf,
  isBelowMinimum,
  isPayable,
} from '#lib/money/payouts/rules/eligibility.ts';
import { checkHasFile } from '#lib/money/payouts/rules/file.ts';
import { shownLine } from '#lib/money/payouts/rules/lines.ts';
import { applyPayoutChanges } from '#lib/money/payouts/rules/payout.ts';
import { startReopening } from '#lib/money/payouts/rules/reopen.ts';
import { areSettled, isWorking } from '#lib/money/payouts/rules/statuses.ts';
import { type PayoutStatus, payoutStatus } from '#lib/money/payouts/schema/payout.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

const payoutWithStatus = (status: PayoutStatus): Payout => ({
  id: 'pay_01JD0000000000000000000000',
  brandId: 'brd_01JD0000000000000000000000',
  status,
  currency: 'USD',
  amount: 100,
  affiliatesCount: 1,
  commissionsCount: 1,
  excludedCount: 0,
  paidCount: 0,
  failedCount: 0,
  periodStart: null,
  periodEnd: null,
  minimum: 0,
  affiliateIds: null,
  excludeAffiliateIds: null,
  earnedBefore: null,
  paymentMethod: null,
  includeBanned: false,
  reference: status === 'paying' || status === 'paid' ? 'one' : null,
  createdAt: now.toISOString(),
  paidAt: null,
  canceledAt: null,
  reopenedAt: null,
  reopenReason: null,
  emptyReason: null,
  isFinal: status !== 'preparing',
  batches: 1,
  work: null,
  revision: 0,
});

/** The next status for each request; `unchanged` for a no-op, `rejected` for an invalid transition. */
const outcomes = {
  preparing: { paid: 'rejected', canceled: 'canceling' },
  ready: { paid: 'paying', canceled: 'canceling' },
  paying: { paid: 'unchanged', canceled: 'rejected' },
  paid: { paid: 'unchanged', canceled: 'rejected' },
  reopening: { paid: 'rejected', canceled: 'rejected' },
  updating: { paid: 'rejected', canceled: 'rejected' },
  canceling: { paid: 'rejected', canceled: 'unchanged' },
  canceled: { paid: 'rejected', canceled: 'unchanged' },
} as const satisfies Record<PayoutStatus, object>;

const cases = payoutStatus.options.flatMap((from) =>
  (['paid', 'canceled'] as const).map((to) => ({ from, to, outcome: outcomes[from][to] })),
);

test.each(cases)(
  'a request to mark a payout as $to while it is $from has the outcome "$outcome"',
  ({ from, to, outcome }) => {
    const before = payoutWithStatus(from);
    const changes = to === 'paid' ? { status: to, reference: 'one' } : { status: to };
    if (outcome === 'rejected') {
      expect(() => applyPayoutChanges(before, changes, now)).toThrow(DomainError);
      return;
    }
    const after = applyPayoutChanges(before, changes, now);
    if (outcome === 'unchanged') expect(after).toBe(before);
    else expect(after).toMatchObject({ status: outcome, work: expect.any(Object) });
    expect(isWorking(after)).toBe(!['ready', 'paid', 'canceled'].includes(after.status));
  },
);

test('a payout that is being paid or is paid rejects another reference', () => {
  for (const status of ['paying', 'paid'] as const) {
    const change = () =>
      applyPayoutChanges(payoutWithStatus(status), { status: 'paid', reference: 'two' }, now);
    expect(change).toThrow(
      `The payout is already ${status} with another reference: send the same \`reference\``,
    );
  }
});

test('canceling a payout deletes its lines if it was still being prepared, and keeps them if it was ready', () => {
  const workOf = (status: PayoutStatus) =>
    applyPayoutChanges(payoutWithStatus(status), { status: 'canceled' }, now).work;
  expect(workOf('preparing')).toEqual({ phase: 'clear' });
  expect(workOf('ready')).toEqual({ phase: 'release', next: 0 });
});

test('a payout can be reopened up to 7 days after its payment, and not a millisecond later', () => {
  const paid = { ...payoutWithStatus('paid'), paidAt: '2026-03-01T12:00:00.000Z' };
  const reopenAt = (at: string) => startReopening(paid, 'Bank error', new Date(at));
  expect(reopenAt('2026-03-08T12:00:00.000Z')).toMatchObject({ status: 'reopening' });
  expect(() => reopenAt('2026-03-08T12:00:00.001Z')).toThrow(
    'was paid at 2026-03-01T12:00:00.000Z, so it could be reopened until 2026-03-08T12:00:00.000Z',
  );
});

describe('isPayable', () => {
  test.each([
    [-1, 0, false, false],
    [0, 0, false, false],
    [1, 0, true, false],
    [0, 5000, false, false],
    [4999, 5000, false, true],
    [5000, 5000, true, false],
    [-5000, 1, false, false],
  ])(
    'maps the amount %i with the minimum %i to %s, and `isBelowMinimum` to %s',
    (amount, minimum, payable, below) => {
      expect(isPayable({ amount }, { minimum })).toBe(payable);
      expect(isBelowMinimum({ amount }, { minimum })).toBe(below);
    },
  );
});

describe('exclusionOf', () => {
  test.each([
    ['invited', false, 'invited'],
    ['invited', true, 'invited'],
    ['active', false, null],
    ['paused', false, null],
    ['banned', false, 'banned'],
    ['banned', true, null],
  ] as const)('maps the status %s with includeBanned %s to %s', (status, includeBanned, expected) => {
    expect(exclusionOf(status, { includeBanned })).toBe(expected);
  });
});

describe('emptyReasonOf', () => {
  test.each([
    [0, false, 'nothingOwed'],
    [0, true, 'belowMinimum'],
    [1, false, 'creatorsExcluded'],
    [1, true, 'creatorsExcluded'],
  ] as const)(
    'maps %i excluded creators and hasBelowMinimum %s to %s',
    (excludedCount, hasBelowMinimum, expected) => {
      expect(emptyReasonOf({ excludedCount, hasBelowMinimum })).toBe(expected);
    },
  );
});

describe('areSettled', () => {
  const counts = { total: 3, preparing: 0, ready: 1, paying: 1, canceling: 0, canceled: 1 };
  test.each([
    ['no payout changes', counts, counts, true],
    ['the brand has no payouts', {}, {}, true],
    ['a payout is paid', counts, { ...counts, paying: 0, paid: 1 }, true],
    ['a payout was preparing before', { ...counts, preparing: 1 }, counts, false],
    ['a payout is preparing afterwards', counts, { ...counts, preparing: 1, total: 4 }, false],
    ['a payout was canceling before', { ...counts, canceling: 1 }, counts, false],
    ['a payout is canceling afterwards', counts, { ...counts, canceling: 1 }, false],
    ['a payout was created and completed in between', counts, { ...counts, ready: 2, total: 4 }, false],
    ['a payout was canceled in between', counts, { ...counts, ready: 0, canceled: 2 }, false],
  ])('decides correctly if %s', (_, before, after, expected) => {
    expect(areSettled(before, after)).toBe(expected);
  });
});

test('a payout can be exported as a file from when it is ready, unless it is canceled', () => {
  const payable = payoutStatus.options.filter((status) => {
    try {
      checkHasFile(payoutWithStatus(status));
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      return false;
    }
  });
  expect(payable).toEqual(['ready', 'paying', 'paid', 'reopening', 'updating']);
});

test('the other lines of a paid payout stay paid while one of them is marked as failed', () => {
  const line = { status: 'open', reason: null, paidAt: null } as Line;
  const paidAt = '2026-03-01T12:00:00.000Z';
  const marking = (returnsTo: 'ready' | 'paid') =>
    ({ status: 'updating', paidAt, work: { phase: 'mark', returnsTo } }) as Payout;
  expect(shownLine(line, marking('paid'))).toMatchObject({ status: 'paid', paidAt });
  expect(shownLine(line, marking('ready'))).toMatchObject({ status: 'open', paidAt: null });
});

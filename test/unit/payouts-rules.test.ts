import { describe, expect, test } from 'vitest';
import { applyPayoutChanges, checkHasFile, isPayable, isWorking } from '#lib/payouts/rules/payout.ts';
import { type PayoutStatus, payoutStatus } from '#lib/payouts/schema/payout.ts';
import type { Payout } from '#lib/payouts/schema/stored.ts';
import { DomainError } from '#lib/shared/errors.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

const payoutWithStatus = (status: PayoutStatus): Payout => ({
  id: 'pay_01JD0000000000000000000000',
  brandId: 'brd_01JD0000000000000000000000',
  status,
  currency: 'USD',
  amount: 100,
  affiliatesCount: 1,
  commissionsCount: 1,
  minimum: 0,
  affiliateIds: null,
  reference: status === 'paying' || status === 'paid' ? 'one' : null,
  createdAt: now.toISOString(),
  paidAt: null,
  canceledAt: null,
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

describe('isPayable', () => {
  test.each([
    [-1, 0, false],
    [0, 0, false],
    [1, 0, true],
    [4999, 5000, false],
    [5000, 5000, true],
    [-5000, 1, false],
  ])('maps the amount %i with the minimum %i to %s', (amount, minimum, expected) => {
    expect(isPayable({ amount }, { minimum })).toBe(expected);
  });
});

test('only a payout that is ready, being paid or paid can be exported as a file', () => {
  const payable = payoutStatus.options.filter((status) => {
    try {
      checkHasFile(payoutWithStatus(status));
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      return false;
    }
  });
  expect(payable).toEqual(['ready', 'paying', 'paid']);
});

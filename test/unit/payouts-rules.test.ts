import { describe, expect, test } from 'vitest';
import { applyPayoutChanges, checkHasFile, isPayable, isWorking } from '#lib/payouts/rules/payout.ts';
import { type PayoutStatus, payoutStatus } from '#lib/payouts/schema/payout.ts';
import type { Payout } from '#lib/payouts/schema/stored.ts';
import { DomainError } from '#lib/shared/errors.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

const payoutThatIs = (status: PayoutStatus): Payout => ({
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

/** What becomes of a payout that is so; `same` where it stays as it is, undefined where that is refused. */
const outcomes = {
  preparing: { paid: undefined, canceled: 'canceling' },
  ready: { paid: 'paying', canceled: 'canceling' },
  paying: { paid: 'same', canceled: undefined },
  paid: { paid: 'same', canceled: undefined },
  canceling: { paid: undefined, canceled: 'same' },
  canceled: { paid: undefined, canceled: 'same' },
} as const satisfies Record<PayoutStatus, object>;

const cases = payoutStatus.options.flatMap((from) =>
  (['paid', 'canceled'] as const).map((to) => ({ from, to, outcome: outcomes[from][to] })),
);

test.each(cases)('a payout that is $from, to be $to: $outcome', ({ from, to, outcome }) => {
  const before = payoutThatIs(from);
  const changes = to === 'paid' ? { status: to, reference: 'one' } : { status: to };
  if (outcome === undefined) {
    expect(() => applyPayoutChanges(before, changes, now)).toThrow(DomainError);
    return;
  }
  const after = applyPayoutChanges(before, changes, now);
  if (outcome === 'same') expect(after).toBe(before);
  else expect(after).toMatchObject({ status: outcome, work: expect.any(Object) });
  expect(isWorking(after)).toBe(!['ready', 'paid', 'canceled'].includes(after.status));
});

test('one that is paid keeps its reference', () => {
  for (const status of ['paying', 'paid'] as const) {
    const change = () => applyPayoutChanges(payoutThatIs(status), { status: 'paid', reference: 'two' }, now);
    expect(change).toThrow(`The payout is already ${status} with another reference`);
  }
});

test('one that was not ready yet has lines to delete when it is canceled, one that was keeps them', () => {
  const workOf = (status: PayoutStatus) =>
    applyPayoutChanges(payoutThatIs(status), { status: 'canceled' }, now).work;
  expect(workOf('preparing')).toEqual({ phase: 'clear' });
  expect(workOf('ready')).toEqual({ phase: 'release', next: 0 });
});

describe('a line', () => {
  test.each([
    [-1, 0, false],
    [0, 0, false],
    [1, 0, true],
    [4999, 5000, false],
    [5000, 5000, true],
    [-5000, 1, false],
  ])('of %i with a minimum of %i is paid: %s', (amount, minimum, paid) => {
    expect(isPayable({ amount }, { minimum })).toBe(paid);
  });
});

test('there is a file of a payout that is ready, or was paid, and of no other', () => {
  const payable = payoutStatus.options.filter((status) => {
    try {
      checkHasFile(payoutThatIs(status));
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError);
      return false;
    }
  });
  expect(payable).toEqual(['ready', 'paying', 'paid']);
});

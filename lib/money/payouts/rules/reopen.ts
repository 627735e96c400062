// Decides whether a payout that is marked as paid can be reopened. docs/decisions/0147
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { Payout, WorkOf } from '#lib/money/payouts/schema/stored.ts';

const reopenableSeconds = 7 * secondsPerDay;

/** Returns `before` if the payout is being reopened already. Throws a 409 if it is not paid, or was paid too long ago. */
export function startReopening(before: Payout, reason: string, now: Date): Payout {
  const { id, status, paidAt } = before;
  if (status === 'reopening') return before;
  if (status !== 'paid' || paidAt === null)
    throw conflict(
      'status_conflict',
      `Payout ${id} is ${status}, and only a payout that is paid can be reopened`,
    );
  const end = addSeconds(new Date(paidAt), reopenableSeconds);
  if (now > end)
    throw conflict(
      'payout_not_reopenable',
      `Payout ${id} was paid at ${paidAt}, so it could be reopened until ${end.toISOString()}. Mark lines that were not paid as failed`,
    );
  return {
    ...before,
    status: 'reopening',
    work: { phase: 'reopen', next: 0, at: now.toISOString(), reason },
  };
}

export const finishReopening = (before: Payout, { at, reason }: WorkOf<'reopen'>): Payout => ({
  ...before,
  status: 'ready',
  reference: null,
  paidAt: null,
  reopenedAt: at,
  reopenReason: reason,
  work: null,
});

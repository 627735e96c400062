// Decides how a line of a payout is marked as paid or failed. docs/decisions/0147
import { transitionConflict } from '#lib/foundation/shared/transitions.ts';
import type { LineChanges } from '#lib/money/payouts/schema/endpoints.ts';
import type { Line, Payout, WorkOf } from '#lib/money/payouts/schema/stored.ts';
import { payoutInProgress } from './payout.ts';
import { isChanging } from './statuses.ts';

type PayoutOfLine = Pick<Payout, 'status' | 'paidAt' | 'work'>;

/** A payout that is paid stays so for its other lines while one of them is marked. */
const isPaidAsWhole = ({ status, work }: PayoutOfLine): boolean =>
  status === 'paid' || (work?.phase === 'mark' && work.returnsTo === 'paid');

/** An open line of a payout that is paid is paid with it. */
export function shownLine(line: Line, payout: PayoutOfLine): Line {
  const isPaid = isPaidAsWhole(payout) && line.status === 'open' && line.reason === null;
  return isPaid ? { ...line, status: 'paid', paidAt: payout.paidAt } : line;
}

function checkMarkable(payout: Payout, to: LineChanges['status']): WorkOf<'mark'>['returnsTo'] {
  const { status } = payout;
  if (status === 'ready' || status === 'paid') return status;
  if (isChanging(payout)) throw payoutInProgress(payout);
  throw transitionConflict(`A line of a payout that is ${status}`, to);
}

interface Marked {
  readonly payout: Payout;
  readonly line: Line;
}

function countsAfter(payout: Payout, line: Line, to: LineChanges['status']) {
  const paidCount = payout.paidCount + (to === 'paid' ? 1 : 0) - (line.status === 'paid' ? 1 : 0);
  if (to === 'paid') return { paidCount };
  return {
    paidCount,
    failedCount: payout.failedCount + 1,
    amount: payout.amount - line.amount,
    commissionsCount: payout.commissionsCount - line.commissionsCount,
    affiliatesCount: payout.affiliatesCount - 1,
  };
}

/** Returns undefined for a repeated request. Throws a 409 if the line or the payout does not allow the change. */
export function markLine(
  payout: Payout,
  line: Line,
  { status: to, reason }: LineChanges,
  now: Date,
): Marked | undefined {
  const returnsTo = checkMarkable(payout, to);
  const shown = shownLine(line, payout);
  if (shown.status === to) return undefined;
  if (shown.status === 'failed') throw transitionConflict('A line that is failed', to);
  const at = now.toISOString();
  const { amount, commissionsCount, affiliatesCount, paidCount, failedCount } = payout;
  const work: WorkOf<'mark'> = {
    ...{ phase: 'mark', next: 0, affiliateId: line.affiliateId, to, at, returnsTo },
    isPaid: shown.status === 'paid',
    before: { amount, commissionsCount, affiliatesCount, paidCount, failedCount },
  };
  const marked: Line =
    to === 'paid'
      ? { ...line, status: to, paidAt: at }
      : { ...line, status: to, paidAt: shown.paidAt, failedAt: at, failureReason: reason ?? null };
  return {
    payout: { ...payout, ...countsAfter(payout, line, to), status: 'updating', work },
    line: marked,
  };
}

// Converts the effect of results to the API answer.
import type * as z from 'zod';
import type { Judgement } from '#lib/money/payouts/rules/results.ts';
import { maxLinesShown } from '#lib/money/payouts/schema/payout.ts';
import type { resultsAnswer } from '#lib/money/payouts/schema/results.ts';

type Applied = Judgement & { readonly paidCount: number; readonly failedCount: number };

export const presentResults = (
  payoutId: string,
  rowsCount: number,
  { changes, unchangedCount, problems, paidCount, failedCount }: Applied,
): z.input<typeof resultsAnswer> => ({
  payoutId,
  rowsCount,
  paidCount,
  failedCount,
  unchangedCount,
  remainingCount: changes.length - paidCount - failedCount,
  problemsCount: problems.length,
  problems: problems.slice(0, maxLinesShown),
});

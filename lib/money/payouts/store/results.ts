// Marks the lines of a payout by the results of payments, as far as the time of the request allows.
import type { Brand } from '#lib/access/brands/schema.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { timeLimit } from '#lib/foundation/shared/time-limit.ts';
import { payoutInProgress } from '#lib/money/payouts/rules/payout.ts';
import type { ResultRow } from '#lib/money/payouts/rules/result-rows.ts';
import { type Judgement, judgeResults, type LineResult } from '#lib/money/payouts/rules/results.ts';
import { isChanging } from '#lib/money/payouts/rules/statuses.ts';
import { advanceInRequest } from './advance.ts';
import { allLines } from './lines.ts';
import { updateLine } from './mark-line.ts';
import { getPayout, updatePayout } from './payouts.ts';

/** One line can take as long as an unfinished change of the payout, so that this is less than half of the time of a function. */
const resultMilliseconds = 4000;

interface Request {
  readonly brand: Brand;
  readonly payoutId: string;
  readonly reference: string;
  readonly now: Date;
}

/** Returns false if the change of another line still continues, so that this one must wait. */
async function mark({ brand, payoutId: id, now }: Request, { affiliateId, ...changes }: LineResult) {
  try {
    await updateLine(brand, { id, affiliateId }, changes, now);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'payout_in_progress') return false;
    throw error;
  }
}

/** Returns the number of lines that are marked. */
async function markEach(request: Request, lines: readonly LineResult[], isOver: () => boolean) {
  for (const [index, line] of lines.entries()) {
    if (isOver() || !(await mark(request, line))) return index;
  }
  return lines.length;
}

async function payRest({ brand, payoutId, reference, now }: Request): Promise<void> {
  const payout = await updatePayout(brand.id, payoutId, { status: 'paid', reference }, now);
  await advanceInRequest(payout, brand);
}

export interface Results extends Judgement {
  readonly paidCount: number;
  readonly failedCount: number;
}

/**
 * Failures come first, so that all lines that are left can be paid together, in the steps of any payout. A repeated request
 * changes only the lines that an earlier one has left.
 */
export async function applyResults(request: Request, rows: readonly ResultRow[]): Promise<Results> {
  const { brand, payoutId } = request;
  const isOver = timeLimit(resultMilliseconds);
  const payout = await advanceInRequest(await getPayout(brand.id, payoutId), brand, isChanging);
  if (isChanging(payout)) throw payoutInProgress(payout);
  const judgement = judgeResults(payout, await allLines(payout), rows);
  const of = (status: LineResult['status']) => judgement.changes.filter((one) => one.status === status);
  const [failed, paid] = [of('failed'), of('paid')];
  const failedCount = await markEach(request, failed, isOver);
  if (failedCount < failed.length) return { ...judgement, failedCount, paidCount: 0 };
  if (!judgement.completes || paid.length === 0)
    return { ...judgement, failedCount, paidCount: await markEach(request, paid, isOver) };
  await payRest(request);
  return { ...judgement, failedCount, paidCount: paid.length };
}

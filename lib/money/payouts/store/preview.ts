// Calculates what a payout would contain, without writing anything.

import { unavailable } from '#lib/foundation/shared/errors.ts';
import { timeLimit } from '#lib/foundation/shared/time-limit.ts';
import { readCounter } from '#lib/foundation/table/counters.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import {
  decideLine,
  emptyReasonOf,
  isPayable,
  type LineDecision,
} from '#lib/money/payouts/rules/eligibility.ts';
import { methodFor } from '#lib/money/payouts/rules/files.ts';
import { addLines, addSums, zeroTotals } from '#lib/money/payouts/rules/payout.ts';
import { joinPeriods, periodOf } from '#lib/money/payouts/rules/period.ts';
import { areSettled } from '#lib/money/payouts/rules/statuses.ts';
import { type EmptyReason, maxLinesShown } from '#lib/money/payouts/schema/payout.ts';
import { type Line, type Payout, storedLine } from '#lib/money/payouts/schema/stored.ts';
import { claimablePages } from './claimable.ts';
import { readCreators } from './creators.ts';
import { withDetails } from './details.ts';

const pageSize = 1000;

type Lines = Map<string, Line>;

function addToLines(lines: Lines, commissions: readonly Commission[]): void {
  for (const commission of commissions) {
    const { affiliateId, amount } = commission;
    const line = lines.get(affiliateId) ?? storedLine.parse({ ...zeroTotals, affiliateId });
    const period = joinPeriods([line, periodOf([commission])]);
    lines.set(affiliateId, { ...line, ...period, ...addSums(line, [{ amount, commissionsCount: 1 }]) });
  }
}

/** Yields the lines of all commissions so far, after each page. */
async function* growingLines(payout: Payout) {
  const lines: Lines = new Map();
  for await (const { commissions, isLast } of claimablePages(payout, { place: 0, after: null }, pageSize)) {
    addToLines(lines, commissions);
    yield { lines: [...lines.values()], isLast };
  }
}

async function decideAll(payout: Payout, lines: readonly Line[]): Promise<readonly LineDecision[]> {
  const creators = await readCreators(
    payout,
    lines.filter((line) => isPayable(line, payout)),
  );
  return lines.map((line) => decideLine(line, payout, creators));
}

const linesWith = (decisions: readonly LineDecision[], wanted: LineDecision['outcome']): readonly Line[] =>
  decisions.filter(({ outcome }) => outcome === wanted).map(({ line }) => line);

function emptyReasonIn(decisions: readonly LineDecision[]): EmptyReason | null {
  if (decisions.some(({ outcome }) => outcome === 'paid')) return null;
  return emptyReasonOf({
    excludedCount: linesWith(decisions, 'excluded').length,
    hasBelowMinimum: decisions.some(({ outcome }) => outcome === 'belowMinimum'),
  });
}

/** The preview reads commissions for this long, which is enough for several hundred thousand. */
export const previewSeconds = 6;

async function collectLines(payout: Payout, isOver: () => boolean) {
  for await (const { lines, isLast } of growingLines(payout)) {
    if (isLast || isOver()) return { lines, isComplete: isLast };
  }
  return { lines: [], isComplete: true };
}

const newestFirst = (lines: readonly Line[]): readonly Line[] =>
  lines.toSorted((one, other) => (one.affiliateId < other.affiliateId ? 1 : -1)).slice(0, maxLinesShown);

/** Says why no file would contain a payment, if the payout was created now. */
async function withFileProblems({ brandId, createdAt }: Payout, lines: readonly Line[]) {
  const all = await withDetails(brandId, lines);
  return all.map(({ line, details }) => {
    const method = methodFor('general', details, new Date(createdAt));
    return { ...line, notInFile: typeof method === 'string' ? method : null };
  });
}

/** The amounts are incomplete if a payout claimed or released commissions while they were read. */
export async function previewPayout(payout: Payout) {
  const before = await readCounter(payout.brandId, 'payouts');
  const { lines, isComplete: isWhole } = await collectLines(payout, timeLimit(previewSeconds * 1000));
  const after = await readCounter(payout.brandId, 'payouts');
  const isComplete = isWhole && areSettled(before, after);
  const decisions = await decideAll(payout, lines);
  const [paid, excluded] = [linesWith(decisions, 'paid'), linesWith(decisions, 'excluded')];
  return {
    payout,
    totals: { ...addLines(zeroTotals, paid), excludedCount: excluded.length },
    lines: await withFileProblems(payout, newestFirst(paid)),
    excluded: newestFirst(excluded),
    emptyReason: isComplete ? emptyReasonIn(decisions) : null,
    isComplete,
  };
}

/** A request looks for a creator who is paid for this long, before it creates a payout. */
export const searchSeconds = 3;
const searchTimedOut =
  'No payable creator was found in time, and nothing was created. Try again, or name creators in `affiliateIds`';

/**
 * Returns why a payout would be empty, or null if it has a line. Throws a 503 if the time is too short to find out, because a payout
 * that may be empty must not be created.
 */
export async function findEmptyReason(payout: Payout): Promise<EmptyReason | null> {
  const isOver = timeLimit(searchSeconds * 1000);
  for await (const { lines, isLast } of growingLines(payout)) {
    const reason = emptyReasonIn(await decideAll(payout, lines));
    if (reason === null || isLast) return reason;
    if (isOver()) throw unavailable(new Error(searchTimedOut), searchTimedOut);
  }
  return emptyReasonIn([]);
}

// Reads the journals of a range of months, for statistics.
import { inScope } from '#lib/click-statistics/rules/journal/figures.ts';
import { hasAllChanges } from '#lib/click-statistics/rules/journal/items.ts';
import type { Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { now } from '#lib/shared/clock.ts';
import { addMonths, addSeconds, epochSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { readJournal } from './journal-items.ts';

export interface Journals {
  /** The changes of the scope in each month that has a journal. Ignore the rollups of these months. */
  readonly months: ReadonlyMap<string, readonly ClickDelta[]>;
  /** The changes of these months are in rollups and in a buffer. */
  readonly wideMonths: readonly string[];
  /** True if the rollups of a month may have been read before its journal was moved to them. */
  readonly hasJustMoved: boolean;
}

/** Longer than any request, and than the differences between clocks. */
const justMovedSeconds = 60;

/** An eventually consistent read costs half. After two days, only late clicks change the journal of a month. */
const isSettled = (month: string, at: Date): boolean =>
  addSeconds(addMonths(new Date(`${month}-01`), 1), 2 * secondsPerDay) < at;

export async function readJournals(scope: Scope, time: HourRange): Promise<Journals> {
  const { brandId } = scope;
  const at = now();
  const months = new Map<string, readonly ClickDelta[]>();
  const wideMonths: string[] = [];
  let hasJustMoved = false;
  await Promise.all(
    splitByMonth(time).map(async ({ month }) => {
      const journal = await readJournal({ brandId, month }, !isSettled(month, at));
      if (journal === undefined) return;
      const { head, deltas } = journal;
      hasJustMoved ||= head.movedAt > epochSeconds(at) - justMovedSeconds;
      if (head.state === 'wide') wideMonths.push(month);
      else if (hasAllChanges(head)) months.set(month, inScope(scope, deltas));
    }),
  );
  return { months, wideMonths, hasJustMoved };
}

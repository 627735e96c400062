// Lowers the limits of click journals, so that small tests also use rollups.
import { afterEach, beforeEach } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';

const defaults = { ...journalLimits };

/** Journals of this test file, or of this `describe`, are moved to rollups if they have more changes. With 0, all clicks are in rollups. */
export function limitJournals(changes: number): void {
  beforeEach(() => {
    journalLimits.changes = changes;
  });
  afterEach(() => {
    Object.assign(journalLimits, defaults);
  });
}

// Defines the limits of a journal. Tests lower them.
import type { JournalHead } from '#lib/click-statistics/rules/journal/items.ts';

/**
 * A write unit is 1 KB. A larger segment would cost more each time it grows, and smaller ones would repeat more names.
 * A year of journals with the most changes must cost at most 150 read units.
 */
export const journalLimits = {
  changes: 5500,
  headBytes: 1000,
  segmentBytes: 4000,
  largestSegmentBytes: 48_000,
  /** One transaction deletes all segments. */
  segments: 90,
};

export const isFull = ({ changes, segments }: JournalHead, more: number): boolean =>
  changes + more > journalLimits.changes || segments >= journalLimits.segments;

// What has been folded in, as metrics: all clicks that were stored, and those among them that count.
import { logger } from '#lib/shared/logger.ts';

/** What one change added to the figures: a visit's has `claimed`, every other one is that of a stored click. */
type Folded = Readonly<Partial<Record<'clicks' | 'claimed', number>>>;

export function tallyFolded(folded: readonly Folded[]): void {
  const stored = folded.filter(({ claimed }) => claimed === undefined).length;
  const counted = folded.reduce((total, { clicks = 0 }) => total + clicks, 0);
  if (stored > 0) logger.countEvent('ClickStored', stored);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}

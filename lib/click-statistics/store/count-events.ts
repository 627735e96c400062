// What has been folded in, as metrics: all clicks that were stored, and those among them that count.
import { logger } from '#lib/shared/logger.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Each click is counted or filtered: all of both is what was stored. */
export function tallyFolded(folded: readonly ClickDelta[]): void {
  const counted = sum(folded.map(({ clicks }) => clicks));
  const filtered = sum(folded.flatMap((delta) => Object.values(delta.filtered)));
  if (counted + filtered > 0) logger.countEvent('ClickStored', counted + filtered);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}

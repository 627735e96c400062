// Sets the size of tests. `npm run test:nightly` runs them at full size, with every position of a crash, a kill or an attack. Other
// runs test a share of the positions, which the hash of the commit selects, so that each position has its turn.
import type { Moment } from './faults.ts';
import { turn } from './turn.ts';

/** `ci` in `npm run test:all`, `full` in `npm run test:nightly`. */
const size = process.env.TEST_SIZE;
export const isFullSize = size === 'full';

/** Returns the full number in `npm run test:nightly`, the usual number in `npm run test:all`, and otherwise the quick one. */
export function sized(usual: number, full: number, quick = usual): number {
  if (isFullSize) return full;
  return size === 'ci' ? usual : quick;
}

/** Returns true for one of `share` positions, or of `shareInCi` in `npm run test:all`, and for every position in `npm run test:nightly`. */
export const hasTurn = (position: number, share: number, shareInCi = share): boolean =>
  isFullSize || (position + turn) % (size === 'ci' ? shareInCi : share) === 0;

/** Returns the values whose positions have their turn. */
export const inTurn = <Value>(values: readonly Value[], share: number, shareInCi = share): readonly Value[] =>
  values.filter((_, position) => hasTurn(position, share, shareInCi));

/** Returns the moments of a crash at a table call: one of them in `npm run test:all`, and otherwise both. */
export const momentsInTurn = (position: number): readonly Moment[] =>
  (['before', 'after'] as const).filter((_, index) => hasTurn(position + index, 1, 2));

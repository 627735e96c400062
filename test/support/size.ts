// Sets the size of tests. `npm run test:nightly` runs them at full size, with every position of a crash, a kill or an attack. Other
// runs test a share of the positions, which the hash of the commit selects, so that each position has its turn.

/** `npm run test:nightly` sets it (test/support/nightly.vitest.config.ts). */
export const isFullSize = process.env.TEST_SIZE === 'full';

/** Returns the usual number, or the full number in `npm run test:nightly`. */
export const sized = (usual: number, full: number): number => (isFullSize ? full : usual);

/** A number from the hash of the commit, or one that the developer sets to test the positions of another commit (vitest.config.ts). */
const turn = Number(process.env.TEST_TURN ?? 0);

/** Returns true for one of `share` positions, and for every position in `npm run test:nightly`. */
export const hasTurn = (position: number, share: number): boolean =>
  isFullSize || (position + turn) % share === 0;

/** Returns the values whose positions have their turn. */
export const inTurn = <Value>(values: readonly Value[], share: number): readonly Value[] =>
  values.filter((_, position) => hasTurn(position, share));

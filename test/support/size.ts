// Sets the size of tests: the usual size for `npm test`, or the full size for `npm run test:all`.

/** `npm run test:all` sets it (test/support/ci.vitest.config.ts). */
export const isFullSize = process.env.TEST_SIZE === 'full';

/** Returns the usual number in `npm test`, and the full number in `npm run test:all`. */
export const sized = (usual: number, full: number): number => (isFullSize ? full : usual);

/** Returns the position after this one: every position up to 4, then every fifth in `npm test` and every one in `npm run test:all`. */
export const nextSampled = (position: number): number => position + (position < 4 ? 1 : sized(5, 1));

// How large a test is: as `npm test` runs it, or as `npm run test:all` does.

/** `npm run test:all` sets it (test/support/ci.vitest.config.ts). */
export const isFullSize = process.env.TEST_SIZE === 'full';

/** Returns the usual number in `npm test`, and the full number in `npm run test:all`. */
export const sized = (usual: number, full: number): number => (isFullSize ? full : usual);

// Provides the current time from a clock that tests can replace.

export interface Clock {
  now(): Date;
}

const systemClock: Clock = { now: () => new Date() };
let clock = systemClock;

export const now = (): Date => clock.now();

/** Returns the clock that it replaces. */
export function useClock(replacement: Clock = systemClock): Clock {
  const replaced = clock;
  clock = replacement;
  return replaced;
}

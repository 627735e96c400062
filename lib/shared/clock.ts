// The one place time comes from, so that tests can tell it.

export interface Clock {
  now(): Date;
}

const systemClock: Clock = { now: () => new Date() };
let clock = systemClock;

export const now = (): Date => clock.now();

/** Replaces the clock for this process; without an argument the system's is back. */
export function useClock(replacement: Clock = systemClock): void {
  clock = replacement;
}

// Provides the current time from a clock that tests can replace.

export interface Clock {
  now(): Date;
}

const systemClock: Clock = { now: () => new Date() };
let clock = systemClock;

export const now = (): Date => clock.now();

export function useClock(replacement: Clock = systemClock): void {
  clock = replacement;
}

// A clock that tests set by hand.
import { onTestFinished } from 'vitest';
import { useClock } from '#lib/shared/clock.ts';

export interface FakeClock {
  /** Puts the clock at an instant. */
  set(at: string | Date): void;
  advance(seconds: number): void;
  now(): Date;
}

/**
 * Stops the clock at an instant until the test is over. `tick`: milliseconds that pass at each look at it, so that
 * what is made later also has a later id.
 */
export function fakeClock(at: string | Date = new Date(), tick = 0): FakeClock {
  let time = new Date(at).getTime();
  useClock({
    now: () => {
      time += tick;
      return new Date(time);
    },
  });
  onTestFinished(() => useClock());
  return {
    set: (instant) => {
      time = new Date(instant).getTime();
    },
    advance: (seconds) => {
      time += seconds * 1000;
    },
    now: () => new Date(time),
  };
}

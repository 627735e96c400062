// A clock that tests control.
import { onTestFinished } from 'vitest';
import { useClock } from '#lib/foundation/shared/clock.ts';

export interface FakeClock {
  set(at: string | Date): void;
  advance(seconds: number): void;
  now(): Date;
}

/**
 * Stops the clock until the test ends. `tick` is the number of milliseconds that pass with each read, so that later
 * items have later ids.
 */
export function fakeClock(at: string | Date = new Date(), tick = 0): FakeClock {
  let time = new Date(at).getTime();
  useClock({
    now: () => {
      time += tick;
      return new Date(time);
    },
  });
  onTestFinished(() => {
    useClock();
  });
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

/** Stops the clock while `create` runs, so that a creator exists before the orders of a test. */
export async function createdAt<Result>(at: string, create: () => Promise<Result>): Promise<Result> {
  const replaced = useClock({ now: () => new Date(at) });
  try {
    return await create();
  } finally {
    useClock(replaced);
  }
}

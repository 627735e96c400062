// Replaces the timer of time limits, so that no test depends on the speed of the machine.
import { onTestFinished } from 'vitest';
import { systemTimer, useTimer } from '#lib/foundation/shared/time-limit.ts';

/** Time limits do not end. Each test file begins like this. */
export const stopTimer = (): void => useTimer({ elapsed: () => 0, start: () => () => {} });

/** The time limits of the test end as they do in the service. */
export function useSystemTimer(): void {
  useTimer(systemTimer);
  onTestFinished(stopTimer);
}

/** `tick` is the number of milliseconds that pass with each reading of the timer. Lasts until the test ends. */
export function fakeTimer(tick = 0) {
  let time = 0;
  useTimer({
    elapsed: () => {
      time += tick;
      return time;
    },
    start: () => () => {},
  });
  onTestFinished(stopTimer);
  return {
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

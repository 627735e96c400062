// Plans the next run of a worker. A later run is a chain of delayed messages, because a queue delays each by 15 minutes at most.
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import type { Progress } from '#lib/outlets/webhooks/schema/stored.ts';

export const longestDelaySeconds = 900;

/** A message can arrive this much before its time on the clock of this worker. It is then no longer in the queue. */
const clockDifferenceSeconds = 2;

const secondsUntil = (time: Date, now: Date): number =>
  Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000));

export const delayUntil = (time: Date, now: Date): number =>
  Math.min(secondsUntil(time, now), longestDelaySeconds);

interface Plan {
  /** The time of the message that is in the queue. */
  readonly at: string | null;
  /** False if an earlier run has sent a message for this time. */
  readonly isNew: boolean;
}

export function planned(
  { nextWakeAt }: Pick<Progress, 'nextWakeAt'>,
  until: Date | undefined,
  now: Date,
): Plan {
  const soon = addSeconds(now, clockDifferenceSeconds).toISOString();
  const pending = nextWakeAt !== null && nextWakeAt > soon ? nextWakeAt : null;
  if (until === undefined) return { at: pending, isNew: false };
  const at = addSeconds(now, delayUntil(until, now)).toISOString();
  return pending !== null && pending <= at ? { at: pending, isNew: false } : { at, isNew: true };
}

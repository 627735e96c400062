// Decides how the worker continues after a batch: at once, after a pause, or not at all.
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { Attempt } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { Progress } from '#lib/outlets/webhooks/schema/stored.ts';
import type { DisabledReason } from './formats.ts';

const firstPauseSeconds = 5;
const longestPauseSeconds = 300;
const failingSeconds = 5 * secondsPerDay;

export const isSuccess = ({ error }: Pick<Attempt, 'error'>): boolean => error === null;

type Health = Pick<Progress, 'failedBatches' | 'failingSince' | 'failingFrom' | 'pausedUntil'>;

const healthy: Health = { failedBatches: 0, failingSince: null, failingFrom: null, pausedUntil: null };

/** A pause keeps an endpoint that fails from occupying a worker all the time. */
export function healthAfter(
  { failedBatches, failingSince, failingFrom }: Health,
  { attempts, oldestEventAt }: { readonly attempts: readonly Attempt[]; readonly oldestEventAt: string },
  now: Date,
): Health {
  const [first] = attempts;
  if (first === undefined || attempts.some(isSuccess)) return healthy;
  const pause = Math.min(firstPauseSeconds * 2 ** failedBatches, longestPauseSeconds);
  return {
    failedBatches: failedBatches + 1,
    failingSince: failingSince ?? first.at,
    failingFrom: failingFrom ?? oldestEventAt,
    pausedUntil: addSeconds(now, pause).toISOString(),
  };
}

/** Returns the reason to disable the endpoint, if there is one. */
export function reasonToDisable(
  { failingSince }: Health,
  attempts: readonly Attempt[],
  now: Date,
): Exclude<DisabledReason, 'request'> | undefined {
  if (attempts.some(({ status }) => status === 410)) return 'gone';
  const limit = addSeconds(now, -failingSeconds).toISOString();
  return failingSince !== null && failingSince <= limit ? 'failing' : undefined;
}

// Defines the format and the release of tracking codes. The tracking link uses this file, so it must not import zod.
import { addSeconds, secondsPerDay } from '#lib/shared/dates.ts';

export const trackingCodePattern = /^[A-Za-z0-9_-]{3,40}$/;

export const normalizeTrackingCode = (code: string): string => code.toLowerCase();

/** Links of a banned creator stay in posts and videos, so another creator cannot take the code earlier. */
const releaseDays = 90;

/** Returns when another creator can take the code of a creator who is banned now. */
export const releaseTime = (now: Date): string => addSeconds(now, releaseDays * secondsPerDay).toISOString();

interface CodeTarget {
  readonly status?: unknown;
  readonly releasableAt?: unknown;
}

/** Checks the status as well, because an earlier version of the service lifts a ban without removing `releasableAt`. */
export const isReleased = ({ status, releasableAt }: CodeTarget, now: Date): boolean =>
  status === 'banned' && typeof releasableAt === 'string' && releasableAt <= now.toISOString();

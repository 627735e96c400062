// Caches the targets of tracking links for a minute, or longer while the table is unavailable.

import { type Deadline, withDeadline } from '#lib/clicks/tracking/link/table-call.ts';
import { dayOf, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import { addBounded } from './bounded-map.ts';
import { type LinkTarget, readTarget } from './target.ts';

const freshMilliseconds = 60_000;
const maxEntries = 1000;

interface CachedTarget {
  readonly target: LinkTarget;
  /**
   * In epoch milliseconds: a minute after the read, but not after the end of the UTC day, because the salt changes every day, and
   * not after the release of the code.
   */
  readonly freshUntil: number;
  readonly date: string;
}
const cache = new Map<string, CachedTarget>();

export const refreshTimeShare = 0.5;
/** The first read may take longer than a refresh, because the visitor gets an error page if this read times out. */
const firstReadTimeFactor = 4;

/** Returns an expired target while the table is unavailable, unless its code was released. Throws a 404 for an unknown code. */
export async function cachedLinkTarget(
  code: string,
  campaignId: string | undefined,
  now: Date,
  deadline: Deadline,
): Promise<LinkTarget> {
  const name = campaignId === undefined ? code : `${code} ${campaignId}`;
  const known = cache.get(name);
  if (known !== undefined && now.getTime() < known.freshUntil) return known.target;
  const date = dayOf(now);
  const milliseconds = linkEnvironment.LINK_TABLE_MILLISECONDS;
  const readDeadline =
    known === undefined
      ? withDeadline(milliseconds * firstReadTimeFactor, { meter: deadline.meter })
      : withDeadline(milliseconds * refreshTimeShare, deadline);
  try {
    const target = await readTarget({ code, campaignId, date, now }, known?.target, readDeadline);
    const endOfDay = Date.parse(date) + secondsPerDay * 1000;
    const freshUntil = Math.min(now.getTime() + freshMilliseconds, endOfDay, target.codeExpiresAt);
    addBounded(cache, maxEntries, [name, { target, freshUntil, date }]);
    return target;
  } catch (error) {
    if (known === undefined || now.getTime() >= known.target.codeExpiresAt) throw error;
    if (error instanceof DomainError && error.kind === 'notFound') throw error;
    // Drop yesterday's salt, because visitors must not be recognizable across days.
    return known.date === date ? known.target : { ...known.target, salt: undefined };
  }
}

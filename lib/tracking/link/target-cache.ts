// The targets of links that this process knows: each is read at most once a minute.
import { addDays, dayOf } from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import { DomainError } from '#lib/shared/errors.ts';
import { type Deadline, withDeadline } from '#lib/tracking/link/table-call.ts';
import { type LinkTarget, readTarget } from './target.ts';

const freshMilliseconds = 60_000;
const maxHeld = 1000;

interface Held {
  readonly target: LinkTarget;
  /** Epoch milliseconds until when it is taken for true: a minute, and no longer than the day of its salt. */
  readonly freshUntil: number;
  readonly date: string;
}
const held = new Map<string, Held>();

const { LINK_TABLE_MILLISECONDS: milliseconds } = environment;
/** A target that was known before is not waited for so long that there is no time to store the click. */
export const shareOfReading = 0.5;
/** One that is not known is waited for longer: whoever followed the link rather waits a second than is told to come again. */
const timesOfFirstReading = 4;

/**
 * The target of a link, at most a minute old; an older one still serves while the table is away or does not answer. A 404
 * for a code that nobody has.
 */
export async function linkTarget(
  code: string,
  campaignId: string | undefined,
  now: Date,
  allowance: Deadline,
): Promise<LinkTarget> {
  const name = campaignId === undefined ? code : `${code} ${campaignId}`;
  const known = held.get(name);
  if (known !== undefined && now.getTime() < known.freshUntil) return known.target;
  const date = dayOf(now);
  const allowed =
    known === undefined
      ? withDeadline(milliseconds * timesOfFirstReading, { meter: allowance.meter })
      : withDeadline(milliseconds * shareOfReading, allowance);
  try {
    const target = await readTarget({ code, campaignId, date }, known?.target, allowed);
    const endOfDay = Date.parse(addDays(date, 1));
    hold(name, { target, freshUntil: Math.min(now.getTime() + freshMilliseconds, endOfDay), date });
    return target;
  } catch (error) {
    if (known === undefined || (error instanceof DomainError && error.code === 'notFound')) throw error;
    // Yesterday's salt would make today's visitors known to who knew yesterday's.
    return known.date === date ? known.target : { ...known.target, salt: undefined };
  }
}

function hold(name: string, found: Held): void {
  held.delete(name);
  held.set(name, found);
  const [oldest] = held.keys();
  if (held.size > maxHeld && oldest !== undefined) held.delete(oldest);
}

// Which clicks count, who a visitor is, and where a link may lead.
import { createHmac } from 'node:crypto';
import { isbot } from 'isbot';
import { addDays, dayOf, daysInclusive } from '#lib/shared/dates.ts';
import { invalid } from '#lib/shared/errors.ts';
import { defaultDaysOfStatistics, maxDaysOfStatistics, type StatisticsQuery } from './schema.ts';

interface Standing {
  readonly userAgent: string | undefined;
  readonly creatorEarns: boolean;
  /** Whether the campaign is active; true where the click names none. */
  readonly campaignRuns: boolean;
}

/** What keeps a click from counting, as far as the click alone tells. */
export function filterOf({ userAgent, creatorEarns, campaignRuns }: Standing): 'bot' | 'inactive' | null {
  if (isbot(userAgent)) return 'bot';
  return creatorEarns && campaignRuns ? null : 'inactive';
}

const hash = (salt: string, ...parts: readonly string[]): string =>
  createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);

/**
 * A visitor whom the brand names by an id of its own. Hashed with the brand's id, which is known before anything is read;
 * it keeps brands apart, and hides no id from who knows both.
 */
export const namedVisitor = (brandId: string, visitorId: string): string => hash(brandId, 'id', visitorId);

/** A visitor known by address and browser only: a hash that is another one every day. */
export const passingVisitor = (salt: string, now: Date, address: string, userAgent: string): string =>
  hash(salt, dayOf(now), address, userAgent);

/** The host of a referring page; null where there is none that can be read. Paths and queries are not kept. */
export const referrerHost = (referrer: string | undefined): string | null =>
  URL.parse(referrer ?? '')?.hostname.slice(0, 253) || null;

/**
 * The landing page with what the brand needs to know whose order it is. The host stays the registered one, and the query
 * it has stays as it is written (it may be signed), but for parameters of the same names.
 */
export function linkLocation(landingUrl: string, ref: string, clickId: string | undefined): string {
  const url = new URL(landingUrl);
  const own = Object.entries({ clickId, ref });
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !own.some(([name]) => new URLSearchParams(part).has(name)));
  const added = own.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  url.search = `?${[...others, ...added].join('&')}`;
  return url.href;
}

/** The days asked for, defaults filled in; a 400 for a range that is empty or too long. */
export function statisticsRange({ from, to }: StatisticsQuery, now: Date): { from: string; to: string } {
  const last = to ?? (from === undefined ? dayOf(now) : defaultTo(from, now));
  const first = from ?? addDays(last, 1 - defaultDaysOfStatistics);
  const days = daysInclusive(first, last);
  if (days < 1) throw refusedRange('from', 'Must not be after to');
  if (days > maxDaysOfStatistics)
    throw refusedRange('to', `Must be at most ${maxDaysOfStatistics} days from from`);
  return { from: first, to: last };
}

/** Without an end, a range goes on to today. */
const defaultTo = (from: string, now: Date): string => (from > dayOf(now) ? from : dayOf(now));

const refusedRange = (path: string, message: string) =>
  invalid('Invalid query parameters', [{ path, message }]);

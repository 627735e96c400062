// Decides which rollups answer a query of the performance report.
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import {
  defaultDaysOfReport,
  type IdGroup,
  idGroups,
  maxDaysOfReport,
  type PerformanceQuery,
  performanceQuery,
} from '#lib/reports/schema/performance-query.ts';
import { addDays, daysInclusive } from '#lib/shared/dates.ts';
import { invalid } from '#lib/shared/errors.ts';
import { dayIn, dayStartHours, millisecondsPerHour } from '#lib/shared/time-zones.ts';

type Filter = 'affiliateId' | 'campaignId' | 'discountId';
const filters: readonly Filter[] = ['affiliateId', 'campaignId', 'discountId'];

/** Each list of filters has rollups. Days, weeks and months use the same rollups. */
const filtersOfTime: readonly (readonly Filter[])[] = [
  [],
  ['affiliateId'],
  ['campaignId'],
  ['discountId'],
  ['affiliateId', 'campaignId'],
  ['affiliateId', 'discountId'],
];
const filtersOfIds: Readonly<Record<IdGroup, readonly (readonly Filter[])[]>> = {
  affiliate: [[], ['campaignId']],
  campaign: [[], ['affiliateId'], ['affiliateId', 'discountId']],
  discount: [[], ['affiliateId'], ['affiliateId', 'campaignId']],
};

export const isIdGroup = (group: string): group is IdGroup => idGroups.some((one) => one === group);

export interface PerformanceRequest {
  readonly query: PerformanceQuery;
  readonly from: string;
  readonly to: string;
  readonly time: HourRange;
  /** The UTC hour of the request, as a fraction. */
  readonly now: number;
  /** Undefined if the report has no clicks. */
  readonly clicks:
    | {
        readonly affiliateId: string | undefined;
        readonly campaignId: string | undefined;
        readonly groupBy: 'affiliate' | 'campaign' | undefined;
        readonly time: HourRange;
      }
    | undefined;
}

const refused = (path: string, message: string) => invalid('Invalid query parameters', [{ path, message }]);

function checkFilters(query: PerformanceQuery): void {
  const { groupBy } = query;
  const sent = filters.filter((name) => query[name] !== undefined);
  const supported = isIdGroup(groupBy) ? filtersOfIds[groupBy] : filtersOfTime;
  const isSupported = supported.some((names) => names.join() === sent.join());
  if (isSupported) return;
  const options = supported.map((names) =>
    names.length === 0 ? 'no filter' : names.map((name) => `\`${name}\``).join(' and '),
  );
  throw refused(
    'groupBy',
    `\`${groupBy}\` cannot be combined with ${sent.map((name) => `\`${name}\``).join(' and ')}. ` +
      `It supports: ${options.join('; ')}`,
  );
}

function rangeOf({ from, to, timezone }: PerformanceQuery, now: Date) {
  const today = dayIn(timezone, now);
  const last = to ?? (from === undefined || from < today ? today : from);
  const first = from ?? addDays(last, 1 - defaultDaysOfReport);
  const days = daysInclusive(first, last);
  if (days < 1) throw refused('from', '`from` must not be after `to`');
  if (days > maxDaysOfReport)
    throw refused('to', `\`to\` must be within ${maxDaysOfReport} days of \`from\``);
  return { from: first, to: last };
}

function clicksOf(query: PerformanceQuery, time: HourRange): PerformanceRequest['clicks'] {
  const { groupBy, affiliateId, campaignId, discountId } = query;
  if (groupBy === 'discount' || discountId !== undefined) return undefined;
  return { affiliateId, campaignId, groupBy: isIdGroup(groupBy) ? groupBy : undefined, time };
}

/** Throws a 400 for a range or a combination of filters that no rollup answers. */
export function performanceRequest(query: PerformanceQuery, now: Date): PerformanceRequest {
  checkFilters(query);
  const { from, to } = rangeOf(query, now);
  const [begin = 0] = dayStartHours(query.timezone, from, 0);
  const [, end = begin] = dayStartHours(query.timezone, to, 1);
  const time = { from: begin, to: end };
  return { query, from, to, time, now: now.getTime() / millisecondsPerHour, clicks: clicksOf(query, time) };
}

/** For reads before the query is validated: returns undefined for an invalid query. */
export function clicksOfQuery(query: unknown, now: Date): PerformanceRequest['clicks'] {
  const { data } = performanceQuery.safeParse(query);
  try {
    return data === undefined ? undefined : performanceRequest(data, now).clicks;
  } catch {
    return undefined;
  }
}

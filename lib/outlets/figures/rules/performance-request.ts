// Checks a query of the performance report.
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import {
  type IdGroup,
  idGroups,
  type PerformanceQuery,
} from '#lib/outlets/figures/schema/performance-query.ts';
import { refused, requestedDays } from './days.ts';
import type { Days } from './spans.ts';

type Filter = 'affiliateId' | 'campaignId' | 'discountId';
const filters: readonly Filter[] = ['affiliateId', 'campaignId', 'discountId'];

/** The combinations of filters whose figures are stored. */
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
  readonly days: Days;
  readonly today: string;
  /** Clicks have no discount code. */
  readonly hasClicks: boolean;
}

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

/** The report of the last 30 days by creator, with the highest net revenue first. */
export const topCreatorsRequest = (
  filter: Pick<PerformanceQuery, 'campaignId' | 'limit'>,
  zones: Zones,
  now: Date,
): PerformanceRequest => performanceRequest({ ...filter, excel: false, groupBy: 'affiliate' }, zones, now);

/** Throws a 400 for a range or a combination of filters that no figures answer. */
export function performanceRequest(query: PerformanceQuery, zones: Zones, now: Date): PerformanceRequest {
  checkFilters(query);
  const today = dayOfBrand(zones, now);
  const hasClicks = query.groupBy !== 'discount' && query.discountId === undefined;
  return { query, days: requestedDays(query, today), today, hasClicks };
}

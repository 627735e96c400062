// Reads the figures of the performance report.
import type { Scope } from '#lib/foundation/contract/scope.ts';
import { daysBetween } from '#lib/foundation/shared/dates.ts';
import { idsOfPart } from '#lib/outlets/figures/rules/deltas.ts';
import {
  addFigures,
  type Figures,
  figuresOfMonths,
  figuresOfOrders,
} from '#lib/outlets/figures/rules/figures.ts';
import type { LabeledReport } from '#lib/outlets/figures/rules/labels.ts';
import { isIdGroup, type PerformanceRequest } from '#lib/outlets/figures/rules/performance-request.ts';
import {
  type FiguresByKey,
  keyOfDay,
  performanceReport,
} from '#lib/outlets/figures/rules/performance-rows.ts';
import type { Parts } from '#lib/outlets/figures/rules/sheet.ts';
import type { PerformanceQuery } from '#lib/outlets/figures/schema/performance.ts';
import { readLabels } from './labels.ts';
import { type FiguresByDay, readBrandByDay, readByDay, readById } from './read-figures.ts';

const seriesOf = { affiliate: 'AFFILIATE', campaign: 'CAMPAIGN', discount: 'DISCOUNT' } as const;

function readDays(brandId: string, { query, days }: PerformanceRequest): Promise<FiguresByDay> {
  const { affiliateId, campaignId, discountId } = query;
  if (affiliateId !== undefined) return readByDay(brandId, 'AFFILIATE', affiliateId, days);
  if (campaignId !== undefined) return readByDay(brandId, 'CAMPAIGN', campaignId, days);
  if (discountId !== undefined) return readByDay(brandId, 'DISCOUNT', discountId, days);
  return readBrandByDay(brandId, days);
}

/** Only creators have figures by campaign and discount code. */
const isIncluded = (
  part: string,
  { affiliateId, campaignId, discountId, groupBy }: PerformanceQuery,
): boolean => {
  if (affiliateId === undefined && groupBy !== 'affiliate') return true;
  const ids = idsOfPart(part);
  return (
    (campaignId === undefined || ids.campaignId === campaignId) &&
    (discountId === undefined || ids.discountId === discountId)
  );
};

async function readFigures(brandId: string, request: PerformanceRequest): Promise<FiguresByKey> {
  const { query, days, today, hasClicks } = request;
  const { groupBy, affiliateId } = query;
  const sums = new Map<string, Figures>();
  const add = (key: string, figures: Figures): void => {
    const sum = sums.get(key) ?? {};
    addFigures(sum, hasClicks ? figuresOfMonths(figures) : figuresOfOrders(figures));
    sums.set(key, sum);
  };
  const addParts = (parts: Parts, keyOf: (part: string) => string): void => {
    for (const [part, figures] of parts) if (isIncluded(part, query)) add(keyOf(part), figures);
  };
  if (!isIdGroup(groupBy)) {
    for (const day of daysBetween(...days)) sums.set(keyOfDay(day, groupBy), {});
    for (const [day, parts] of await readDays(brandId, request))
      addParts(parts, () => keyOfDay(day, groupBy));
  } else if (affiliateId === undefined) {
    const byId = await readById(brandId, seriesOf[groupBy], days, today);
    for (const [id, parts] of byId) addParts(parts, () => id);
  } else {
    const idOf = (part: string) => idsOfPart(part)[groupBy === 'campaign' ? 'campaignId' : 'discountId'];
    for (const parts of (await readDays(brandId, request)).values()) addParts(parts, idOf);
  }
  return sums;
}

/** `mayRead` says whether the caller has a scope. */
export async function readPerformance(
  brandId: string,
  request: PerformanceRequest,
  mayRead: (scope: Scope) => boolean,
): Promise<LabeledReport> {
  const report = performanceReport(request, await readFigures(brandId, request));
  return { ...report, labels: await readLabels(brandId, report, mayRead) };
}

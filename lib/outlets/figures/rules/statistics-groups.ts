// Groups clicks by day, creator, campaign or a value such as the country, and ranks creators.
import type * as z from 'zod';
import { sum } from '#lib/foundation/shared/sum.ts';
import { maxGroups, rankedAffiliates } from '#lib/outlets/figures/schema/limits.ts';
import type { StatisticsQuery, statisticsAnswer } from '#lib/outlets/figures/schema/statistics.ts';
import { idsOfPart } from './deltas.ts';
import { addFigures, type Clicks, clicksByValue, clicksOf, type Figures } from './figures.ts';
import type { Parts } from './sheet.ts';
import { otherValues } from './value-limits.ts';

type Answer = z.input<typeof statisticsAnswer>;
type ClicksByKey = ReadonlyMap<string, Clicks>;

/** Adds the parts of a creator, or of one of the creator's campaigns. */
export function sumOf(parts: Parts, campaignId?: string): Figures {
  const total: Figures = {};
  for (const [part, figures] of parts) {
    if (campaignId === undefined || idsOfPart(part).campaignId === campaignId) addFigures(total, figures);
  }
  return total;
}

/** The clicks of each id. Only those of creators have parts, by campaign. */
export const clicksById = (byId: ReadonlyMap<string, Parts>, campaignId?: string): ClicksByKey =>
  new Map([...byId].map(([id, parts]) => [id, clicksOf(sumOf(parts, campaignId))]));

/** The clicks of one creator by campaign. */
export function clicksByCampaign(parts: Parts): ClicksByKey {
  const sums = new Map<string, Figures>();
  for (const [part, figures] of parts) {
    const { campaignId } = idsOfPart(part);
    const total = sums.get(campaignId) ?? {};
    addFigures(total, figures);
    sums.set(campaignId, total);
  }
  return new Map([...sums].map(([id, figures]) => [id, clicksOf(figures)]));
}

const sumOfClicks = (all: readonly Clicks[]): Clicks => ({
  clicks: sum(all.map(({ clicks }) => clicks)),
  uniqueClicks: sum(all.map(({ uniqueClicks }) => uniqueClicks)),
});

const byClicks = ([one, { clicks }]: [string, Clicks], [other, { clicks: others }]: [string, Clicks]) =>
  others - clicks || (one < other ? -1 : 1);

/** Sorts the groups by clicks. The others are those beyond the limit, and values that figures do not name. */
export function mostClicked(byKey: ClicksByKey) {
  const all = [...byKey].filter(([, { clicks, uniqueClicks }]) => clicks > 0 || uniqueClicks > 0);
  const named = all.filter(([key]) => key !== otherValues).toSorted(byClicks);
  const others = [...named.slice(maxGroups), ...all.filter(([key]) => key === otherValues)];
  return { groups: named.slice(0, maxGroups), others: sumOfClicks(others.map(([, clicks]) => clicks)) };
}

interface Counted {
  readonly days: Answer['days'];
  readonly sum: Figures;
  readonly affiliates: ClicksByKey;
  readonly campaigns: ClicksByKey;
}

export function groupsOf(
  groupBy: StatisticsQuery['groupBy'],
  { days, sum: figures, affiliates, campaigns }: Counted,
): Pick<Answer, 'groups' | 'otherGroups'> {
  if (groupBy === undefined) return { groups: null, otherGroups: null };
  if (groupBy === 'day') {
    const groups = days.map(({ date, ...clicks }) => ({ key: date, ...clicks }));
    return { groups, otherGroups: { clicks: 0, uniqueClicks: 0 } };
  }
  const byId = { affiliate: affiliates, campaign: campaigns };
  const byKey =
    groupBy === 'affiliate' || groupBy === 'campaign' ? byId[groupBy] : clicksByValue(figures, groupBy);
  const { groups, others } = mostClicked(byKey);
  return {
    groups: groups.map(([key, clicks]) => ({ key: key === '' ? null : key, ...clicks })),
    otherGroups: others,
  };
}

export const rankingOf = (affiliates: ClicksByKey): Answer['affiliates'] =>
  [...affiliates]
    .filter(([, { clicks }]) => clicks > 0)
    .toSorted(byClicks)
    .slice(0, rankedAffiliates)
    .map(([id, { clicks }]) => ({ affiliateId: id, clicks }));

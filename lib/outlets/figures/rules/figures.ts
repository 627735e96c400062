// Names the figures and adds them. Amounts are in minor units.
import { type FilterReason, filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { subNames } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { recordOf } from '#lib/foundation/shared/record-of.ts';
import { sum } from '#lib/foundation/shared/sum.ts';

/** The figures of orders. `approved` includes what is in a payout, except in payables, where `inPayout` is separate. */
const moneyFigures = [
  'orders',
  'gross',
  'refunds',
  'pending',
  'approved',
  'paid',
  'rejected',
  'reversed',
  'inPayout',
] as const;
type MoneyFigure = (typeof moneyFigures)[number];

const clickFigures = ['clicks', 'uniqueClicks'] as const;
type ClickFigure = (typeof clickFigures)[number];

/** The dimensions whose values anybody can choose, or whose number grows with the brand. */
export const openDimensions = ['referrer', 'link', ...subNames] as const;
export type OpenDimension = (typeof openDimensions)[number];

export const dimensions = ['country', 'device', ...openDimensions] as const;
type Dimension = (typeof dimensions)[number];

export type ClicksOfValue = [value: string, clicks: number, uniqueClicks: number];
/** The clicks of each value. Clicks without a value of the dimension are not listed. */
export type Values = Partial<Record<Dimension, ClicksOfValue[]>>;

type FigureName = MoneyFigure | ClickFigure | FilterReason;

/** A missing figure is 0. A figure can be temporarily negative, because changes arrive in any order. */
export type Figures = Partial<Record<FigureName, number>> & { values?: Values };

const namesOf = (figures: Figures): readonly FigureName[] =>
  Object.keys(figures).filter((name): name is FigureName => name !== 'values');

function addValues(to: Values, values: Values, sign: 1 | -1): void {
  for (const dimension of dimensions) {
    const sums = to[dimension] ?? [];
    for (const [value, clicks, uniqueClicks] of values[dimension] ?? []) {
      const own = sums.find(([name]) => name === value);
      if (own === undefined) sums.push([value, sign * clicks, sign * uniqueClicks]);
      else {
        own[1] += sign * clicks;
        own[2] += sign * uniqueClicks;
      }
    }
    const kept = sums.filter(([, clicks, uniqueClicks]) => clicks !== 0 || uniqueClicks !== 0);
    if (kept.length === 0) delete to[dimension];
    else to[dimension] = kept;
  }
}

/** `addFigures` removes figures that become 0. */
export function addFigures(to: Figures, figures: Figures, sign: 1 | -1 = 1): void {
  for (const name of namesOf(figures)) {
    const total = (to[name] ?? 0) + sign * (figures[name] ?? 0);
    if (total === 0) delete to[name];
    else to[name] = total;
  }
  if (figures.values === undefined) return;
  const values = to.values ?? {};
  addValues(values, figures.values, sign);
  if (Object.keys(values).length === 0) delete to.values;
  else to.values = values;
}

export const isEmpty = (figures: Figures): boolean => Object.keys(figures).length === 0;

/** The result has only figures that are not 0. */
export function figuresOf(figures: Figures): Figures {
  const total: Figures = {};
  addFigures(total, figures);
  return total;
}

const pick = (figures: Figures, isPicked: (name: string) => boolean): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([name]) => isPicked(name)));

const ofMoney = new Set<string>(moneyFigures);

/** Figures of orders and figures of clicks have different sources. */
export const figuresOfOrders = (figures: Figures): Figures => pick(figures, (name) => ofMoney.has(name));
export const figuresOfClicks = (figures: Figures): Figures => pick(figures, (name) => !ofMoney.has(name));

const ofMonths = new Set<string>([...moneyFigures, ...clickFigures]);

/** Months have the orders and the clicks that count. */
export const figuresOfMonths = (figures: Figures): Figures => pick(figures, (name) => ofMonths.has(name));

export interface Clicks {
  readonly clicks: number;
  readonly uniqueClicks: number;
}

export const notNegative = (count = 0): number => Math.max(0, count);

export const clicksOf = ({ clicks, uniqueClicks }: Figures): Clicks => ({
  clicks: notNegative(clicks),
  uniqueClicks: notNegative(uniqueClicks),
});

/** The key of the clicks without a value is empty. */
export function clicksByValue(
  { values, clicks = 0, uniqueClicks = 0 }: Figures,
  dimension: Dimension,
): ReadonlyMap<string, Clicks> {
  const listed = values?.[dimension] ?? [];
  const others: Clicks = {
    clicks: clicks - sum(listed.map(([, counted]) => counted)),
    uniqueClicks: uniqueClicks - sum(listed.map(([, , unique]) => unique)),
  };
  const named = listed.map(
    ([value, counted, unique]) => [value, { clicks: counted, uniqueClicks: unique }] as const,
  );
  return new Map([...named, ['', others] as const].map(([value, counts]) => [value, clicksOf(counts)]));
}

export const reasonsOf = (figures: Figures): Readonly<Record<FilterReason, number>> =>
  recordOf(filterReasons, (reason) => notNegative(figures[reason]));

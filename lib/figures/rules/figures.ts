// Names the figures and adds them. Amounts are in minor units.
import { type FilterReason, filterReasons } from '#lib/tracking/rules/click-kinds.ts';

/** Of orders. `approved` includes what is in a payout, except in payables, where `inPayout` is separate. */
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

export const clickFigures = ['clicks', 'uniqueClicks'] as const;
type ClickFigure = (typeof clickFigures)[number];

export const dimensions = ['country', 'device', 'referrer'] as const;
export type Dimension = (typeof dimensions)[number];

/** Clicks of one country, device or referrer, for example `clicks/country/DE`. An empty value is an unknown one. */
type ClicksByValue = `${ClickFigure}/${Dimension}/${string}`;

export type FigureName = MoneyFigure | ClickFigure | FilterReason | ClicksByValue;

/** A missing figure is 0. A figure can be temporarily negative, because changes arrive in any order. */
export type Figures = Partial<Record<FigureName, number>>;

export const namesOf = (figures: Figures): readonly FigureName[] => Object.keys(figures) as FigureName[];

/** Removes figures that become 0. */
export function addFigures(to: Figures, figures: Figures, sign: 1 | -1 = 1): void {
  for (const name of namesOf(figures)) {
    const sum = (to[name] ?? 0) + sign * (figures[name] ?? 0);
    if (sum === 0) delete to[name];
    else to[name] = sum;
  }
}

export const isEmpty = (figures: Figures): boolean => namesOf(figures).length === 0;

/** Keeps only figures that are not 0. */
export function figuresOf(figures: Figures): Figures {
  const sum: Figures = {};
  addFigures(sum, figures);
  return sum;
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

const isOfValue = (name: string): boolean => name.includes('/');
export const figuresOfValues = (figures: Figures): Figures => pick(figures, isOfValue);
export const figuresWithoutValues = (figures: Figures): Figures => pick(figures, (name) => !isOfValue(name));

export interface Clicks {
  readonly clicks: number;
  readonly uniqueClicks: number;
}

const notNegative = (count = 0): number => Math.max(0, count);

export const clicksOf = ({ clicks, uniqueClicks }: Figures): Clicks => ({
  clicks: notNegative(clicks),
  uniqueClicks: notNegative(uniqueClicks),
});

export const nameOfValue = (figure: ClickFigure, dimension: Dimension, value: string): ClicksByValue =>
  `${figure}/${dimension}/${value}`;

/** Returns the clicks of each value of a dimension. */
export function clicksByValue(figures: Figures, dimension: Dimension): ReadonlyMap<string, Clicks> {
  const found = new Map<string, { clicks: number; uniqueClicks: number }>();
  for (const figure of clickFigures) {
    const prefix = nameOfValue(figure, dimension, '');
    for (const name of namesOf(figures)) {
      if (!name.startsWith(prefix)) continue;
      const value = name.slice(prefix.length);
      const clicks = found.get(value) ?? { clicks: 0, uniqueClicks: 0 };
      clicks[figure] += figures[name] ?? 0;
      found.set(value, clicks);
    }
  }
  return found;
}

export const reasonsOf = (figures: Figures): Readonly<Record<FilterReason, number>> =>
  Object.fromEntries(filterReasons.map((reason) => [reason, notNegative(figures[reason])])) as Record<
    FilterReason,
    number
  >;

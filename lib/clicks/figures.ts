// The items that hold the figures, and what clicks add to them.
import type { Item } from '#lib/table/client.ts';
import { type Key, keys } from '#lib/table/keys.ts';
import { rankingScopes, seriesScopes } from './scopes.ts';
import type { ClickDelta } from './verdicts.ts';

/** One item that some clicks add to. */
export interface Figure {
  readonly key: Key;
  /** The item with what they add, without its key; `stored` is undefined where there is none yet. */
  readonly add: (stored: Item | undefined) => Item;
}

type Sums = Readonly<Record<string, number>>;

const addTo =
  (facts: Item, sums: Sums) =>
  (stored: Item | undefined): Item => ({
    ...facts,
    ...stored,
    ...Object.fromEntries(
      Object.entries(sums).map(([field, by]) => [field, Number(stored?.[field] ?? 0) + by]),
    ),
  });

/** Everything that these deltas add to, each item once. */
export function figuresOf(deltas: readonly ClickDelta[]): readonly Figure[] {
  const found = new Map<string, { key: Key; facts: Item; sums: Record<string, number> }>();
  const add = (key: Key, facts: Item, sums: Sums) => {
    const name = `${key.pk} ${key.sk}`;
    const figure = found.get(name) ?? { key, facts, sums: {} };
    for (const [field, by] of Object.entries(sums)) figure.sums[field] = (figure.sums[field] ?? 0) + by;
    found.set(name, figure);
  };
  for (const delta of deltas) {
    const { brandId, affiliateId, hour, clicks, uniqueClicks, filtered } = delta;
    const [date, month] = [hour.slice(0, 10), hour.slice(0, 7)];
    for (const scope of seriesScopes(delta)) {
      add(keys.clickDay(brandId, scope, date), { date }, { clicks, uniqueClicks, ...filtered });
    }
    for (const scope of clicks === 0 ? [] : rankingScopes(delta)) {
      add(keys.rankedDay(brandId, scope, date, affiliateId), { affiliateId }, { clicks });
      add(keys.rankedMonth(brandId, scope, month, affiliateId), { affiliateId }, { clicks });
    }
  }
  return [...found.values()].map(({ key, facts, sums }) => ({ key, add: addTo(facts, sums) }));
}

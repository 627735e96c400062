// The figures of a month once more, from the clicks that are stored: whether those that stand there are the same.

import { applyDeltas, firstKeys, furtherKeys, sharesOf } from '#lib/click-statistics/rules/rollups/apply.ts';
import { type Scope, scopeOf, scopesOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { type Found, foundIn } from '#lib/click-statistics/writes.ts';
import { now } from '#lib/shared/clock.ts';
import { digits } from '#lib/shared/crockford.ts';
import { addDays, addMonths, dayOf, daysBetween } from '#lib/shared/dates.ts';
import { queryPartition } from '#lib/table/client.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { clickPartition, collectionPartition } from '#lib/table/keys/keys.ts';
import { clickRollupPartition } from '#lib/table/keys/rollup-keys.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';

/** An item of figures: as it should be, and as it stands there; undefined where there is to be, or is, none. */
export interface Difference {
  readonly key: Key;
  readonly expected: Item | undefined;
  readonly stored: Item | undefined;
}

/** One look at a brand's month. */
export interface Look {
  /** Stored clicks, counted or filtered. */
  readonly clicks: number;
  /** When the latest of them was, in epoch milliseconds; 0 where there is none. */
  readonly latest: number;
  /** How many items of figures were compared. */
  readonly items: number;
  readonly differences: readonly Difference[];
}

export const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;
const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** Enough to make a pass over the figures worth it, few enough to be held. */
const gainsOfPass = 20_000;

/** The figures as the fold would make them, held in memory. */
function newSheets() {
  const items = new Map<string, Item>();
  const scopes = new Map<string, Scope>();
  let gains: ClickDelta[] = [];
  const read = (keys: readonly Key[]): Found =>
    foundIn(
      keys,
      keys.map((key) => items.get(nameOf(key))),
    );
  const pass = () => {
    const shares = sharesOf(gains);
    const open = read(firstKeys(shares));
    const found = new Map([...open, ...read(furtherKeys(shares, open))]);
    for (const { item } of applyDeltas(shares, found)) items.set(nameOf(item), item);
    gains = [];
  };
  return {
    items,
    scopes,
    pass,
    add(gain: ClickDelta) {
      gains.push(gain);
      for (const scope of scopesOf(gain)) scopes.set(scope.name, scope);
      if (gains.length === gainsOfPass) pass();
    },
  };
}

/** The brand, and all creators and campaigns that it has now: those who have no click must have no figures. */
async function scopesOfBrand(brandId: string): Promise<readonly Scope[]> {
  const [affiliates, campaigns] = await Promise.all([
    queryPartition(collectionPartition(brandId, 'affiliate')),
    queryPartition(collectionPartition(brandId, 'campaign')),
  ]);
  return [
    scopeOf(brandId, {}),
    ...affiliates.map(({ id }) => scopeOf(brandId, { affiliateId: String(id) })),
    ...campaigns.map(({ id }) => scopeOf(brandId, { campaignId: String(id) })),
  ];
}

/** Those that have come. */
function daysOf(month: string): readonly string[] {
  const last = addDays(dayOf(addMonths(new Date(`${month}-01`), 1)), -1);
  const today = dayOf(now());
  return daysBetween(`${month}-01`, last).filter((date) => date <= today);
}

const partitionsAtOnce = 4;

/** All that the clicks of a day are in, some at a time: of a large brand each is several pages. */
const partitionsOf = (brandId: string, date: string): readonly (readonly string[])[] =>
  Array.from({ length: digits.length / partitionsAtOnce }, (_, nth) =>
    [...digits.slice(nth * partitionsAtOnce, (nth + 1) * partitionsAtOnce)].map((spread) =>
      clickPartition(brandId, date, spread),
    ),
  );

/** What an item says; how often it was written is no part of it. */
export const textOf = (item: Item | undefined): string =>
  JSON.stringify(
    Object.entries(item ?? {})
      .filter(([name]) => name !== 'revision')
      .map(([name, value]) => [
        name,
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      ])
      .sort(),
  );

/** Reads all clicks of a month, and holds the figures that follow from them against those that are stored. */
export async function compareMonth(brandId: string, month: string): Promise<Look> {
  const sheets = newSheets();
  let [clicks, latest] = [0, 0];
  for (const some of daysOf(month).flatMap((date) => partitionsOf(brandId, date))) {
    for (const item of (await Promise.all(some.map(queryPartition))).flat()) {
      const visit = storedVisit.parse(item);
      clicks += visit.entries.length;
      latest = Math.max(latest, visit.entries.at(-1)?.at ?? 0);
      for (const gain of deltasBetween(undefined, visit)) sheets.add(gain);
    }
  }
  sheets.pass();
  for (const scope of await scopesOfBrand(brandId)) sheets.scopes.set(scope.name, scope);
  const stored = new Map<string, Item>();
  for (const { name } of sheets.scopes.values()) {
    for (const item of await queryPartition(clickRollupPartition(brandId, name, month)))
      stored.set(nameOf(keyOf(item)), item);
  }
  const names = new Set([...sheets.items.keys(), ...stored.keys()]);
  const differences = [...names].flatMap((name): readonly Difference[] => {
    const [expected, there] = [sheets.items.get(name), stored.get(name)];
    if (textOf(expected) === textOf(there)) return [];
    return [{ key: keyOf(expected ?? there ?? {}), expected, stored: there }];
  });
  return { clicks, latest, items: names.size, differences };
}

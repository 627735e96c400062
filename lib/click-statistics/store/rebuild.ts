// Recalculates the rollups of a month from the stored clicks and compares them with the stored rollups.

import {
  applyDeltas,
  closedHourKeys,
  openHourKeys,
  rollupBatches,
} from '#lib/click-statistics/rules/rollups/apply.ts';
import { isSame } from '#lib/click-statistics/rules/rollups/comparable.ts';
import { type Scope, type ScopeKind, scopeOf, scopesOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { keyText, type StoredItems, storedItems } from '#lib/click-statistics/writes.ts';
import { now } from '#lib/shared/clock.ts';
import { digits } from '#lib/shared/crockford.ts';
import { addDays, addMonths, dayOf, daysBetween, epochSeconds } from '#lib/shared/dates.ts';
import { queryPartition } from '#lib/table/client.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { clickPartition, collectionPartition, timeToLive } from '#lib/table/keys/keys.ts';
import { clickRollupPartition } from '#lib/table/keys/rollup-keys.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { readJournal } from './journal-items.ts';

export interface Difference {
  readonly key: Key;
  readonly expected: Item | undefined;
  readonly stored: Item | undefined;
}

export interface MonthComparison {
  readonly clicks: number;
  /** The time of the latest click in epoch milliseconds, or 0 if there are no clicks. */
  readonly latest: number;
  readonly items: number;
  readonly differences: readonly Difference[];
  /** True if the clicks are in a journal. Its changes are then compared as rollups that are not stored. */
  readonly isInJournal: boolean;
}

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

const deltasPerPass = 20_000;

function newRollups() {
  const items = new Map<string, Item>();
  const scopes = new Map<string, Scope>();
  let deltas: ClickDelta[] = [];
  const read = (keys: readonly Key[]): StoredItems =>
    storedItems(
      keys,
      keys.map((key) => items.get(keyText(key))),
    );
  const flush = () => {
    const batches = rollupBatches(deltas);
    const openHours = read(openHourKeys(batches));
    const known = new Map([...openHours, ...read(closedHourKeys(batches, openHours))]);
    for (const { item } of applyDeltas(batches, known)) items.set(keyText(item), item);
    deltas = [];
  };
  return {
    items,
    scopes,
    flush,
    add(delta: ClickDelta) {
      deltas.push(delta);
      for (const scope of scopesOf(delta)) scopes.set(scope.name, scope);
      if (deltas.length === deltasPerPass) flush();
    },
  };
}

/** Includes creators and campaigns without clicks, to find rollups that should not exist. */
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

function daysOf(month: string): readonly string[] {
  const last = addDays(dayOf(addMonths(new Date(`${month}-01`), 1)), -1);
  const today = dayOf(now());
  return daysBetween(`${month}-01`, last).filter((date) => date <= today);
}

const partitionsAtOnce = 4;

const partitionsOf = (brandId: string, date: string): readonly (readonly string[])[] =>
  Array.from({ length: digits.length / partitionsAtOnce }, (_, nth) =>
    [...digits.slice(nth * partitionsAtOnce, (nth + 1) * partitionsAtOnce)].map((spread) =>
      clickPartition(brandId, date, spread),
    ),
  );

/** The rollups that a journal would be moved to. */
function rollupsOf(deltas: readonly ClickDelta[]): ReadonlyMap<string, Item> {
  const rollups = newRollups();
  for (const delta of deltas) rollups.add(delta);
  rollups.flush();
  return rollups.items;
}

async function storedRollups(partitions: Iterable<unknown>): Promise<ReadonlyMap<string, Item>> {
  const stored = new Map<string, Item>();
  for (const partition of partitions) {
    for (const item of await queryPartition(String(partition))) stored.set(keyText(keyOf(item)), item);
  }
  return stored;
}

const hasExpired = (item: Item | undefined): boolean => Number(item?.[timeToLive]) < epochSeconds(now());

export async function compareMonth(brandId: string, month: string): Promise<MonthComparison> {
  const rollups = newRollups();
  let [clicks, latest] = [0, 0];
  for (const some of daysOf(month).flatMap((date) => partitionsOf(brandId, date))) {
    for (const item of (await Promise.all(some.map(queryPartition))).flat()) {
      const visit = storedVisit.parse(item);
      clicks += visit.entries.length;
      latest = Math.max(latest, visit.entries.at(-1)?.at ?? 0);
      for (const delta of deltasBetween(undefined, visit)) rollups.add(delta);
    }
  }
  rollups.flush();
  for (const scope of await scopesOfBrand(brandId)) rollups.scopes.set(scope.name, scope);
  const kinds = new Map<unknown, ScopeKind>(
    [...rollups.scopes.values()].map(({ name, kind }) => [clickRollupPartition(brandId, name, month), kind]),
  );
  const journal = await readJournal({ brandId, month });
  const isInJournal = journal !== undefined && journal.head.state !== 'moved';
  const stored = isInJournal ? rollupsOf(journal.deltas) : await storedRollups(kinds.keys());
  const names = new Set([...rollups.items.keys(), ...stored.keys()]);
  const differences = [...names].flatMap((name): readonly Difference[] => {
    const [expected, actual] = [rollups.items.get(name), stored.get(name)];
    if (hasExpired(expected ?? actual)) return [];
    const key = keyOf(expected ?? actual ?? {});
    if (isSame(kinds.get(key.pk) ?? 'brand', expected, actual)) return [];
    return [{ key, expected, stored: actual }];
  });
  return { clicks, latest, items: names.size, differences, isInJournal };
}

// Recalculates the rollups of a month from the stored clicks and compares them with the stored rollups.

import { hasAllChanges } from '#lib/click-statistics/rules/journal/items.ts';
import { rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import {
  asWide,
  groupsOfScope,
  type Scope,
  scopeOf,
  scopesOf,
  wideScopesOf,
} from '#lib/click-statistics/rules/rollups/scopes.ts';
import { keyText } from '#lib/click-statistics/writes.ts';
import { digits } from '#lib/shared/crockford.ts';
import { addDays, addMonths, dayOf, daysBetween } from '#lib/shared/dates.ts';
import { queryPartition } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { clickPartition, collectionPartition } from '#lib/table/keys/keys.ts';
import { clickRollupPartition } from '#lib/table/keys/rollup-keys.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { type Difference, differencesIn, differencesInWideMonth } from './compared-rollups.ts';
import { readHead, readJournal } from './journal-items.ts';
import { applyTo, withBuffer } from './wide-months/stored-rollups.ts';

export interface MonthComparison {
  readonly clicks: number;
  /** The time of the latest click in epoch milliseconds, or 0 if there are no clicks. */
  readonly latest: number;
  readonly items: number;
  readonly differences: readonly Difference[];
  /** True if the clicks are in a journal. Its changes are then compared as rollups that are not stored. */
  readonly isInJournal: boolean;
  /** True if the month is wide. The changes in its buffer are then compared as if the rollups had them. */
  readonly isWide: boolean;
}

const deltasPerPass = 20_000;

function newRollups(scopesOfDelta: (delta: ClickDelta) => readonly Scope[]) {
  const items = new Map<string, Item>();
  const scopes = new Map<string, Scope>();
  let deltas: ClickDelta[] = [];
  const flush = () => {
    applyTo(items, rollupBatches(deltas, scopesOfDelta));
    deltas = [];
  };
  return {
    items,
    scopes,
    flush,
    add(delta: ClickDelta) {
      deltas.push(delta);
      for (const scope of scopesOfDelta(delta)) scopes.set(scope.name, scope);
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
  return daysBetween(`${month}-01`, last);
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
  const rollups = newRollups(scopesOf);
  for (const delta of deltas) rollups.add(delta);
  rollups.flush();
  return rollups.items;
}

async function storedRollups(partitions: Iterable<unknown>): Promise<ReadonlyMap<string, Item>> {
  const stored = new Map<string, Item>();
  for (const partition of partitions) {
    for (const item of await queryPartition(String(partition))) {
      stored.set(keyText({ pk: String(item.pk), sk: String(item.sk) }), item);
    }
  }
  return stored;
}

export async function compareMonth(brandId: string, month: string): Promise<MonthComparison> {
  const id = { brandId, month };
  const isWide = (await readHead(id, true))?.state === 'wide';
  const rollups = newRollups(isWide ? wideScopesOf : scopesOf);
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
  const scopes = await scopesOfBrand(brandId);
  const ofMonth = isWide ? scopes.flatMap((scope) => [asWide(scope), ...groupsOfScope(scope)]) : scopes;
  for (const scope of ofMonth) rollups.scopes.set(scope.name, scope);
  const byPartition = new Map<unknown, Scope>(
    [...rollups.scopes.values()].map((scope) => [clickRollupPartition(brandId, scope.name, month), scope]),
  );
  const journal = isWide ? undefined : await readJournal(id);
  const isInJournal = journal !== undefined && hasAllChanges(journal.head);
  const inTable = isInJournal ? rollupsOf(journal.deltas) : await storedRollups(byPartition.keys());
  const stored = isWide ? await withBuffer(id, inTable) : inTable;
  const compared = { expected: rollups.items, stored, scopes: byPartition };
  const items = new Set([...rollups.items.keys(), ...stored.keys()]).size;
  const differences = isWide ? differencesInWideMonth(compared) : differencesIn(compared);
  return { clicks, latest, items, differences, isInJournal, isWide };
}

// Gains into sheets, pure: which items a batch of gains touches, and how these are then.
//
// Gains of a scope's newest hour go into the item of its open hour, and into no other. Where a newer hour begins, the open
// one is filed; what comes late goes to the filed ones at once. Which hour is open is told by the gains alone, so the
// items are the same in whatever order and grouping they come.

import {
  emptySketch,
  hashOfVisitor,
  type Sketch,
  withVisitor,
} from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { type Found, itemIn, nameOf, type Put, putOn } from '#lib/click-statistics/writes.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { filedOf } from './closed-hours.ts';
import { dayOfHour, formatOpen, monthOfHour, type OpenHour, parseOpen, sheetKeys } from './items.ts';
import { hasSketch, type Scope, scopesOf } from './scopes.ts';
import { sumOf, type Totals, totalsOf } from './totals.ts';

/** The gains of a scope in a month: they share the item of its open hour, and no item with those of any other. */
export interface Share {
  /** Its own among all shares, and their order. */
  readonly name: string;
  readonly scope: Scope;
  readonly month: string;
  readonly gains: ClickDelta[];
}

/** In the order of their names. */
export function sharesOf(gains: readonly ClickDelta[]): readonly Share[] {
  const shares = new Map<string, Share>();
  for (const gain of gains) {
    const month = monthOfHour(gain.hour);
    for (const scope of scopesOf(gain)) {
      const name = nameOf(sheetKeys.open(scope, month));
      const share = shares.get(name) ?? { name, scope, month, gains: [] };
      share.gains.push(gain);
      shares.set(name, share);
    }
  }
  return [...shares.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The items to be read first: of each scope and month the open hour. */
export const firstKeys = (shares: readonly Share[]): readonly Key[] =>
  shares.map(({ scope, month }) => sheetKeys.open(scope, month));

const openIn = (found: Found, { scope, month }: Pick<Share, 'scope' | 'month'>): OpenHour | undefined => {
  const item = itemIn(found, sheetKeys.open(scope, month));
  return item === undefined ? undefined : parseOpen(scope.kind, item);
};

const newestOf = (open: OpenHour | undefined, gains: readonly ClickDelta[]): string =>
  [open?.hour ?? '', ...new Set(gains.map(({ hour }) => hour))].toSorted().at(-1) ?? '';

/** The hours whose filed items a share touches: those before the newest one. */
function filedHours(open: OpenHour | undefined, gains: readonly ClickDelta[]): readonly string[] {
  const newest = newestOf(open, gains);
  const hours = new Set(gains.map(({ hour }) => hour));
  if (open !== undefined) hours.add(open.hour);
  // An open hour that stays open is not filed.
  return [...hours].filter((hour) => hour < newest);
}

const filedKeys = (scope: Scope, hour: string): readonly Key[] => [
  sheetKeys.hours(scope, dayOfHour(hour)),
  ...[hour, dayOfHour(hour), monthOfHour(hour)].map((span) => sheetKeys.totals(scope, span)),
  ...(hasSketch(scope.kind) ? [sheetKeys.visitors(scope, dayOfHour(hour))] : []),
];

/** The items to be read when the first ones have been: none, but where an hour ends or a click comes late. */
export function furtherKeys(shares: readonly Share[], found: Found): readonly Key[] {
  const keys = shares.flatMap((share) =>
    filedHours(openIn(found, share), share.gains).flatMap((hour) => filedKeys(share.scope, hour)),
  );
  return [...new Map(keys.map((key) => [nameOf(key), key])).values()];
}

/** How all items that the gains touch are then: each is written only if it still is as it was read. */
export const applyDeltas = (shares: readonly Share[], found: Found): readonly Put[] =>
  shares.flatMap((share) => applied(share, found)).map(([key, item]) => putOn(itemIn(found, key), key, item));

/**
 * How many items a share can touch at most, whatever hour is open: this one, and of its hours and of the one that was open
 * what they are filed in.
 */
export function itemsAtMost({ scope, gains }: Share): number {
  const hours = new Set(gains.map(({ hour }) => hour));
  const days = new Set(gains.map(({ hour }) => dayOfHour(hour)));
  const [filedHours, filedDays] = [hours.size + 1, days.size + 1];
  const itemsOfDay = hasSketch(scope.kind) ? 3 : 2;
  return 1 + filedHours + filedDays * itemsOfDay + 1;
}

function applied({ scope, month, gains }: Share, found: Found): readonly (readonly [Key, Item])[] {
  const { kind } = scope;
  const open = openIn(found, { scope, month });
  const newest = newestOf(open, gains);
  const filed = filedOf(scope, found);
  const continues = open !== undefined && dayOfHour(open.hour) === dayOfHour(newest);
  let seen: Sketch = continues ? open.seen : emptySketch();
  if (open !== undefined && open.hour < newest) {
    filed.add(open.hour, open.totals);
    if (hasSketch(kind)) filed.addVisitors(open.hour, open.seen);
  }
  let totals: Totals = open?.hour === newest ? open.totals : new Map();
  for (const [hour, ofHour] of Map.groupBy(gains, (gain) => gain.hour)) {
    const added = totalsOf(kind, ofHour);
    if (hour < newest) filed.add(hour, added);
    else totals = sumOf(kind, totals, added);
    if (!hasSketch(kind)) continue;
    const hashes = ofHour.flatMap(({ visitor }) => (visitor === null ? [] : hashOfVisitor(visitor)));
    if (hour < newest) filed.addHashes(hour, hashes);
    if (dayOfHour(hour) !== dayOfHour(newest)) continue;
    for (const hash of hashes) seen = withVisitor(seen, hash, 0);
  }
  const item = formatOpen(kind, { hour: newest, totals, seen });
  return [[sheetKeys.open(scope, month), item], ...filed.items()];
}

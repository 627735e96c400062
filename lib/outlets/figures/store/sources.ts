// Reads what figures are calculated from: the entries of the ledger, and the clicks that have not expired.
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import { deltasBetween } from '#lib/clicks/tracking/rules/verdicts.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { clickExpiry } from '#lib/clicks/tracking/writes/visits.ts';
import { digits } from '#lib/foundation/shared/crockford.ts';
import { addDays, dayOf, daysBetween, epochSeconds, monthOf } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { clickPartition } from '#lib/foundation/table/keys/keys.ts';
import { ledgerPartition, ledgerShards } from '#lib/foundation/table/keys/money-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import { storedEntry } from '#lib/money/ledger/schema.ts';
import { clickDeltasOf, entryDeltasOf, type FigureDelta } from '#lib/outlets/figures/rules/deltas.ts';

/** Clicks and the orders of the ledger are the sources of figures. */
export type Source = 'clicks' | 'orders';

export interface Subject {
  readonly brandId: string;
  readonly zones: Zones;
  readonly now: Date;
  readonly sources: readonly Source[];
}

/** Returns the changes of figures by all orders of the brand. */
export async function* ordersOf({ brandId, zones }: Subject): AsyncGenerator<FigureDelta> {
  for (const shard of ledgerShards)
    for await (const page of queryPages({ partition: ledgerPartition(brandId, shard) }))
      for (const item of page) yield* entryDeltasOf(storedEntry.parse(item), zones);
}

/** False if some clicks of the month can have expired. The stored figures of its clicks then stay. */
export const hasAllClicks = (month: string, now: Date): boolean =>
  clickExpiry(addDays(`${month}-01`, -1), environment.CLICK_RETENTION_DAYS) > epochSeconds(now);

/** Returns the months of which all clicks are stored. */
export function monthsOfClicks({ zones, now }: Subject): readonly string[] {
  const months: string[] = [];
  let month = monthOf(dayOfBrand(zones, now));
  while (hasAllClicks(month, now)) {
    months.push(month);
    month = monthOf(addDays(`${month}-01`, -1));
  }
  return months;
}

/** A day of the brand can have clicks of the UTC day before or after it. */
const utcDaysOf = (month: string, now: Date): readonly string[] =>
  daysBetween(addDays(`${month}-01`, -1), addDays(`${month}-01`, 31)).filter((day) => day <= dayOf(now));

const partitionsAtOnce = 16;

/** Returns the changes of figures by the clicks of a month, and of some days before and after it. */
export async function* clicksOf(
  { brandId, zones, now }: Subject,
  month: string,
): AsyncGenerator<FigureDelta> {
  for (const day of utcDaysOf(month, now)) {
    for (let first = 0; first < digits.length; first += partitionsAtOnce) {
      const some = [...digits.slice(first, first + partitionsAtOnce)];
      const pages = await Promise.all(
        some.map((digit) => queryPartition(clickPartition(brandId, day, digit))),
      );
      for (const item of pages.flat())
        for (const delta of deltasBetween(undefined, storedVisit.parse(item)))
          yield* clickDeltasOf(delta, zones);
    }
  }
}

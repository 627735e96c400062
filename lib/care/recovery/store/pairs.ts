// Reads the same items from both tables, and makes those of the live table equal.

import { kindOfBrand, placeOf } from '#lib/care/catalog/places.ts';
import { changeOf } from '#lib/care/recovery/rules/change.ts';
import { withKeptFields } from '#lib/care/recovery/rules/kept-fields.ts';
import { count, type Tally } from '#lib/care/recovery/rules/tally.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { itemsIn } from '#lib/foundation/table/other-table.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';
import { targetKey } from '#lib/program/affiliates/rules/code-places.ts';

/**
 * `source` puts and changes what the restored table contains, `live` deletes what it does not contain, and `last` does both for
 * payouts and lookups.
 */
export type Phase = 'source' | 'live' | 'last' | 'done';

export interface Position {
  readonly phase: Phase;
  /** The scan continues after this key. */
  readonly after: Item | undefined;
}

export interface Restore {
  readonly brandId: string;
  readonly fromTable: string;
  readonly isDryRun: boolean;
  readonly now: Date;
  readonly tally: Tally;
  /** Payouts that the restore changes or deletes, with their status before and after. */
  readonly payouts: { id: string; was: string; becomes: string | null }[];
  readonly position: Position;
  /** Remembers the progress. */
  readonly onProgress: (position: Position) => void;
}

export const { TABLE_NAME: liveTable } = environment;

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

export interface Pair {
  readonly kind: string;
  readonly source: Item | undefined;
  readonly live: Item | undefined;
}

export async function apply({ tally, isDryRun, now }: Restore, { kind, source, live }: Pair): Promise<void> {
  const isBrand = kind === kindOfBrand && source !== undefined && live !== undefined;
  const wanted = isBrand ? withKeptFields(source, live) : source;
  const { outcome, write } = changeOf(wanted, live, epochSeconds(now));
  try {
    if (write !== undefined && !isDryRun) await transact([write]);
    count(tally, kind, outcome);
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
    count(tally, kind, 'stale');
  }
}

export async function pairsOf(
  restore: Restore,
  named: readonly Key[],
  kind?: string,
): Promise<readonly Pair[]> {
  const sources = await itemsIn(restore.fromTable, named);
  const lives = await itemsIn(liveTable, named);
  return named.map(({ pk }, index) => ({
    kind: kind ?? placeOf(restore.brandId, pk).kind,
    source: sources[index],
    live: lives[index],
  }));
}

const targetKeyIn = ({ trackingCode, linkPrefix }: Item, brandId: string): Key =>
  targetKey({
    brandId,
    trackingCode: String(trackingCode),
    ...(linkPrefix !== undefined && { linkPrefix: String(linkPrefix) }),
  });

/** The keys of the tracking code of a creator, or of the slugs of a link. */
function targetKeysIn(brandId: string, item: Item): readonly Key[] {
  if (item.pk === collectionPartition(brandId, 'affiliate')) return [targetKeyIn(item, brandId)];
  const isLink = item.pk === collectionPartition(brandId, 'link');
  const slugs: readonly unknown[] = isLink && Array.isArray(item.slugs) ? item.slugs : [];
  return slugs
    .map(Object)
    .map(({ slug, linkPrefix }) => targetKeyIn({ trackingCode: slug, linkPrefix }, brandId));
}

/** The target of a tracking code is not in a partition of the brand. */
export async function restoreTargets(restore: Restore, items: readonly Item[]): Promise<void> {
  const { brandId } = restore;
  const targets = items.flatMap((item) => targetKeysIn(brandId, item));
  const pairs = await pairsOf(
    restore,
    [...new Map(targets.map((key) => [key.pk, key])).values()],
    'TRACKING',
  );
  for (const pair of pairs) {
    const [source, live] = [pair.source, pair.live].map((item) =>
      item?.brandId === brandId ? item : undefined,
    );
    const isTaken = pair.live !== undefined && live === undefined;
    if (isTaken && source !== undefined) count(restore.tally, pair.kind, 'taken');
    else if (!isTaken) await apply(restore, { kind: pair.kind, source, live });
  }
}

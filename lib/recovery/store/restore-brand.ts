// Brings the items of one brand back to the state of another table, such as one that point-in-time recovery has restored.
import { linkCodeOf } from '#lib/affiliates/rules/tracking-code.ts';
import { approvalConsumer } from '#lib/commissions/rules/approval-consumer.ts';
import { changeOf } from '#lib/recovery/rules/change.ts';
import { count, type Tally } from '#lib/recovery/rules/tally.ts';
import { placeOf } from '#lib/recovery/rules/treatments.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import { environment } from '#lib/shared/environment.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import { collectionPartition, keys } from '#lib/table/keys/keys.ts';
import { itemsIn, partitionIn, scanPage } from '#lib/table/other-table.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite } from '#lib/table/writes/write.ts';
import { requireRestorable } from './checks.ts';

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

const writesAtOnce = 10;
const { TABLE_NAME: liveTable } = environment;

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

interface Pair {
  readonly kind: string;
  readonly source: Item | undefined;
  readonly live: Item | undefined;
}

async function apply({ tally, isDryRun, now }: Restore, { kind, source, live }: Pair): Promise<void> {
  const { outcome, write } = changeOf(source, live, epochSeconds(now));
  try {
    if (write !== undefined && !isDryRun) await transact([write]);
    count(tally, kind, outcome);
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
    count(tally, kind, 'stale');
  }
}

async function pairsOf(restore: Restore, named: readonly Key[], kind?: string): Promise<readonly Pair[]> {
  const sources = await itemsIn(restore.fromTable, named);
  const lives = await itemsIn(liveTable, named);
  return named.map(({ pk }, index) => ({
    kind: kind ?? placeOf(restore.brandId, pk).kind,
    source: sources[index],
    live: lives[index],
  }));
}

/** A tracking code is unique over all brands, so its target is not in a partition of the brand. */
async function restoreTargets(restore: Restore, items: readonly Item[]): Promise<void> {
  const { brandId } = restore;
  const affiliates = items.filter(({ pk }) => pk === collectionPartition(brandId, 'affiliate'));
  const codes = [...new Set(affiliates.map((item) => String(item.trackingCode)))];
  const pairs = await pairsOf(
    restore,
    codes.map((code) => keys.trackingCode(linkCodeOf(brandId, code))),
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

/** In the phase `live`, only items that the restored table does not contain remain to be changed. */
async function restorePage(
  restore: Restore,
  items: readonly Item[],
  phase: 'source' | 'live',
): Promise<void> {
  const { brandId } = restore;
  const restored = items.map(keyOf).filter(({ pk }) => placeOf(brandId, pk).treatment === 'restored');
  const pairs = await pairsOf(restore, restored);
  const due = phase === 'source' ? pairs : pairs.filter(({ source }) => source === undefined);
  await forEachConcurrently(due, writesAtOnce, (pair) => apply(restore, pair));
  // A creator can have had another tracking code than now.
  await restoreTargets(
    restore,
    due.flatMap(({ source, live }) => [source ?? [], live ?? []].flat()),
  );
}

async function scan(restore: Restore, phase: 'source' | 'live', from: Item | undefined): Promise<void> {
  const table = phase === 'source' ? restore.fromTable : liveTable;
  let after = from;
  do {
    const { items, next } = await scanPage(table, restore.brandId, after);
    await restorePage(restore, items, phase);
    after = next;
    if (after !== undefined) restore.onProgress({ phase, after });
  } while (after !== undefined);
}

async function payoutKeys(restore: Restore): Promise<readonly Key[]> {
  const found = new Map<string, Key>();
  const partition = collectionPartition(restore.brandId, 'payout');
  for (const table of [restore.fromTable, liveTable])
    for (const item of await partitionIn(table, partition)) found.set(String(item.sk), keyOf(item));
  return [...found.values()];
}

async function restoreLast(restore: Restore): Promise<void> {
  const { brandId, payouts } = restore;
  const pairs = await pairsOf(restore, await payoutKeys(restore));
  for (const { source, live } of pairs) {
    const [was, becomes] = [live?.status, source?.status];
    if (was !== becomes && live !== undefined)
      payouts.push({
        id: String(live.id),
        was: String(was),
        becomes: becomes === undefined ? null : String(becomes),
      });
  }
  const lookups = [keys.checkpoint(approvalConsumer, brandId), keys.brandDirectory(brandId)];
  const others = await pairsOf(restore, lookups, 'LOOKUP');
  await forEachConcurrently([...pairs, ...others], writesAtOnce, (pair) => apply(restore, pair));
}

/** Safe to repeat: a complete restore finds nothing to change. Throws if the restore is not possible. */
export async function restoreBrand(restore: Restore): Promise<void> {
  const { phase, after } = restore.position;
  await requireRestorable(restore.brandId, restore.fromTable);
  if (phase === 'source') {
    await scan(restore, 'source', after);
    restore.onProgress({ phase: 'live', after: undefined });
  }
  if (phase === 'source' || phase === 'live') {
    await scan(restore, 'live', phase === 'live' ? after : undefined);
    restore.onProgress({ phase: 'last', after: undefined });
  }
  await restoreLast(restore);
  restore.onProgress({ phase: 'done', after: undefined });
}

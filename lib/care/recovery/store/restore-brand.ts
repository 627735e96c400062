// Brings the items of one brand back to the state of another table, such as one that point-in-time recovery has restored.

import { placeOf } from '#lib/care/catalog/places.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { partitionIn, scanPage } from '#lib/foundation/table/other-table.ts';
import { approvalConsumer } from '#lib/money/commissions/rules/approval-consumer.ts';
import { monthConsumer } from '#lib/program/terms/rules/month-consumer.ts';
import { requireRestorable } from './checks.ts';
import { apply, keyOf, liveTable, pairsOf, type Restore, restoreTargets } from './pairs.ts';

const writesAtOnce = 10;

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
  const lookups = [
    keys.checkpoint(approvalConsumer, brandId),
    keys.checkpoint(monthConsumer, brandId),
    keys.brandDirectory(brandId),
  ];
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

// Counts clicks and ledger entries from the table's stream in figures, exactly once.
import type { Zones } from '#lib/access/brands/rules/days.ts';
import { filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { deltasBetween } from '#lib/clicks/tracking/rules/verdicts.ts';
import { visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { sum } from '#lib/foundation/shared/sum.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { includedIn, readProgress } from '#lib/foundation/streams/exactly-once.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import { isBrandFigures } from '#lib/foundation/table/keys/figure-keys.ts';
import { isLedgerKey } from '#lib/foundation/table/keys/money-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { staleWrite } from '#lib/foundation/table/writes/write.ts';
import { storedEntry } from '#lib/money/ledger/schema.ts';
import { applyBatch, type FigureBatch, figureBatches } from '#lib/outlets/figures/rules/batches.ts';
import { clickDeltasOf, entryDeltasOf, type FigureDelta } from '#lib/outlets/figures/rules/deltas.ts';
import { readZones } from './zones.ts';

const isVisit = ({ after }: Change): boolean => after?.type === visitType;

/** Entries are immutable, so only their creation counts. */
const isNewEntry = ({ before, after }: Change): boolean =>
  before === undefined && after !== undefined && isLedgerKey(String(after.pk));

export const isCounted = (change: Change): boolean => isVisit(change) || isNewEntry(change);

/** The deletion of an expired visit changes nothing, because its clicks still count. */
function deltasOf(change: Change, zonesOf: (brandId: string) => Zones): readonly FigureDelta[] {
  if (!isVisit(change)) {
    const entry = storedEntry.parse(change.after);
    return entryDeltasOf(entry, zonesOf(entry.brandId));
  }
  const before = change.before === undefined ? undefined : storedVisit.parse(change.before);
  const visit = storedVisit.parse(change.after);
  return deltasBetween(before, visit).flatMap((delta) => clickDeltasOf(delta, zonesOf(visit.brandId)));
}

function countClicks(ofBrand: readonly FigureDelta[]): void {
  const counted = sum(ofBrand.map(({ figures: { clicks = 0 } }) => clicks));
  const filtered = sum(ofBrand.flatMap(({ figures }) => filterReasons.map((reason) => figures[reason] ?? 0)));
  if (counted + filtered > 0) logger.countEvent('ClickStored', counted + filtered);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}

/** A change of figures by a change of the stream. */
interface StreamDelta extends FigureDelta {
  readonly sequenceNumber: string;
}

/** Conflicts are frequent, because all shards write to the items of the same brand. */
const maxAttempts = 30;
const concurrency = 25;

/** Returns the batches whose items another run has changed since they were read. */
async function writeBatches(
  shardId: string,
  batches: readonly FigureBatch<StreamDelta>[],
): Promise<readonly FigureBatch<StreamDelta>[]> {
  const items = await getItems(batches.map(({ key }) => key));
  const progress = await readProgress(shardId, items.map(includedIn));
  // All puts are calculated before the first is written, so that a failure that a change causes leaves no part of it.
  const puts = batches.flatMap((batch, index) => {
    const included = includedIn(items[index]);
    const deltas = progress.newChanges(included, batch.deltas);
    const last = deltas.at(-1);
    if (last === undefined) return [];
    const put = applyBatch({ ...batch, deltas }, items[index], progress.include(included, last));
    return [{ batch, deltas, put }];
  });
  const stale: FigureBatch<StreamDelta>[] = [];
  await forEachConcurrently(puts, concurrency, async ({ batch, deltas, put: { item, ...when } }) => {
    if ((await putOrGetExisting(item, when)) !== undefined) stale.push(batch);
    else if (isBrandFigures(item)) countClicks(deltas);
  });
  return stale;
}

export async function countChanges(shardId: string, changes: readonly Change[]): Promise<void> {
  const counted = changes.filter(isCounted);
  if (counted.length === 0) return;
  const zonesOf = await readZones(counted.map(({ after }) => String(after?.brandId)));
  const deltas = counted.flatMap((change) =>
    deltasOf(change, zonesOf).map((delta) => ({ ...delta, sequenceNumber: change.sequenceNumber })),
  );
  let remaining = figureBatches(deltas);
  await retryOnConflict(async () => {
    remaining = await writeBatches(shardId, remaining);
    if (remaining.length > 0) throw staleWrite();
  }, maxAttempts);
}

// Counts clicks and ledger entries from the table's stream in figures, exactly once.
import type { Zones } from '#lib/access/brands/rules/days.ts';
import { filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { deltasBetween } from '#lib/clicks/tracking/rules/verdicts.ts';
import { visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { sum } from '#lib/foundation/shared/sum.ts';
import { aggregate } from '#lib/foundation/streams/aggregation.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { isBrandFigures } from '#lib/foundation/table/keys/figure-keys.ts';
import { isLedgerKey } from '#lib/foundation/table/keys/money-keys.ts';
import { aggregationLimits, sizeOfPuts, takeWithin } from '#lib/foundation/table/writes/transaction-size.ts';
import { storedEntry } from '#lib/money/ledger/schema.ts';
import { applyBatch, type FigureBatch, figureBatches } from '#lib/outlets/figures/rules/batches.ts';
import { clickDeltasOf, entryDeltasOf, type FigureDelta } from '#lib/outlets/figures/rules/deltas.ts';
import { readZones } from './zones.ts';

const isVisit = ({ after }: Change): boolean => after?.type === visitType;

/** Entries are immutable, so only their creation counts. */
const isNewEntry = ({ before, after }: Change): boolean =>
  before === undefined && after !== undefined && isLedgerKey(String(after.pk));

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

function countClicks(deltas: readonly FigureDelta[]): void {
  const figures = deltas.filter(({ key }) => isBrandFigures(key)).map((delta) => delta.figures);
  const counted = sum(figures.map(({ clicks = 0 }) => clicks));
  const filtered = sum(figures.flatMap((one) => filterReasons.map((reason) => one[reason] ?? 0)));
  if (counted + filtered > 0) logger.countEvent('ClickStored', counted + filtered);
  if (counted > 0) logger.countEvent('ClickCounted', counted);
}

async function prepare(batches: readonly FigureBatch[]) {
  const candidates = batches.slice(0, aggregationLimits.items);
  const items = await getItems(candidates.map(({ key }) => key));
  const prepared = candidates.map((batch, index) => ({ batch, put: applyBatch(batch, items[index]) }));
  const fitting = takeWithin(prepared, aggregationLimits.bytes, ({ put }) => sizeOfPuts([put]));
  return { batches: fitting.map(({ batch }) => batch), puts: fitting.map(({ put }) => put) };
}

export async function countChanges(shardId: string, changes: readonly Change[]): Promise<void> {
  const counted = changes.filter((change) => isVisit(change) || isNewEntry(change));
  if (counted.length === 0) return;
  const zonesOf = await readZones(counted.map(({ after }) => String(after?.brandId)));
  await aggregate(
    {
      name: 'FIGURES',
      deltasOf: (change: Change) => deltasOf(change, zonesOf),
      batchesOf: figureBatches,
      prepare,
      onAggregated: countClicks,
    },
    shardId,
    counted,
  );
}

// Aggregates ledger entries from the table's stream into the rollups of reports, exactly once.
import { storedItems } from '#lib/click-statistics/writes.ts';
import { storedEntry } from '#lib/ledger/schema.ts';
import { type ReportDelta, reportDeltasOf } from '#lib/reports/rules/entry-deltas.ts';
import { applyBatch, type ReportBatch, reportBatches } from '#lib/reports/rules/rollups.ts';
import { aggregate } from '#lib/streams/aggregation.ts';
import type { Aggregation } from '#lib/streams/aggregation-definition.ts';
import type { Change } from '#lib/streams/changes.ts';
import { getItems } from '#lib/table/client.ts';
import { isLedgerKey } from '#lib/table/keys/money-keys.ts';
import { aggregationLimits, sizeOfPuts, takeWithin } from '#lib/table/writes/transaction-size.ts';

async function prepare(batches: readonly ReportBatch[]) {
  const candidates = batches.slice(0, aggregationLimits.items);
  const keys = candidates.map(({ key }) => key);
  const items = storedItems(keys, await getItems(keys));
  const prepared = candidates.map((batch) => ({ batch, put: applyBatch(batch, items) }));
  const fitting = takeWithin(prepared, aggregationLimits.bytes, ({ put }) => sizeOfPuts([put]));
  return { batches: fitting.map(({ batch }) => batch), puts: fitting.map(({ put }) => put) };
}

const aggregation: Aggregation<ReportDelta, ReportBatch> = {
  name: 'REPORTS',
  /** Entries are immutable, so only their creation counts. */
  isRelevant: ({ before, after }) =>
    before === undefined && after !== undefined && isLedgerKey(String(after.pk)),
  deltasOf: ({ after }) => reportDeltasOf(storedEntry.parse(after)),
  batchesOf: reportBatches,
  eachFits: () => true,
  prepare,
};

export const aggregateEntries = (shardId: string, changes: readonly Change[]): Promise<void> =>
  aggregate(aggregation, shardId, changes);

// Settles the months that new ledger entries of a brand have changed.
import type { Brand } from '#lib/access/brands/schema.ts';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { firstIdAt, timeOf } from '#lib/foundation/shared/ids.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { getItem, getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { ledgerPartition, ledgerShards } from '#lib/foundation/table/keys/money-keys.ts';
import { queryPages } from '#lib/foundation/table/query-pages.ts';
import {
  type CreatorInMonth,
  creatorInMonth,
  type MovedOrder,
  movedOrderOf,
} from '#lib/money/commissions/rules/month-entries.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { storedEntry } from '#lib/money/ledger/schema.ts';
import { monthConsumer } from '#lib/program/terms/rules/month-consumer.ts';
import { type Checkpoint, checkpointIn, moveCheckpoint } from './approval-checkpoints.ts';
import { settleMonth } from './settle-month.ts';

const creatorsAtOnce = 5;
const creatorsPerStep = 50;

interface Moved extends MovedOrder {
  /** The oldest entry about the order. */
  readonly entryId: string;
}

/** Returns the orders that the entries move, each once. */
async function readMoved(brandId: string, from: Date, until: Date): Promise<readonly Moved[]> {
  const range = { from: firstIdAt('ledgerEntry', from), to: firstIdAt('ledgerEntry', until) };
  const moved = new Map<string, Moved>();
  await forEachConcurrently(ledgerShards, ledgerShards.length, async (shard) => {
    for await (const page of queryPages({ partition: ledgerPartition(brandId, shard) }, range)) {
      for (const item of page) {
        const entry = storedEntry.parse(item);
        const order = movedOrderOf(entry);
        if (order === undefined) continue;
        const name = `${order.affiliateId} ${order.conversionId} ${order.occurredAt}`;
        const known = moved.get(name)?.entryId ?? entry.id;
        moved.set(name, { ...order, entryId: known < entry.id ? known : entry.id });
      }
    }
  });
  return [...moved.values()];
}

interface Due extends CreatorInMonth {
  readonly since: Date;
}

/** Returns the creators and months, those with the oldest entry first, so that the checkpoint can follow the work. */
async function dueMonths(brand: Brand, from: Date, until: Date): Promise<readonly Due[]> {
  const moved = await readMoved(brand.id, from, until);
  const refunded = [...new Set(moved.filter((order) => order.occurredAt === undefined))];
  const ids = [...new Set(refunded.map(({ conversionId }) => conversionId))];
  const found = await getItems(ids.map((id) => keys.item(brand.id, 'conversion', id)));
  const times = new Map(
    found.flatMap((item) => {
      const order = item && storedConversion.parse(item);
      return order === undefined ? [] : [[order.id, order.occurredAt] as const];
    }),
  );
  const due = new Map<string, Due>();
  for (const order of moved.toSorted((one, other) => (one.entryId < other.entryId ? -1 : 1))) {
    const at = order.occurredAt ?? times.get(order.conversionId);
    if (at === undefined) continue;
    const creator = creatorInMonth(brand, order, at);
    const name = `${creator.affiliateId} ${creator.month}`;
    if (!due.has(name)) due.set(name, { ...creator, since: timeOf(order.entryId) });
  }
  return [...due.values()];
}

/** Returns whether the month is settled. Throws if the table is busy. */
async function trySettle(brand: Brand, { affiliateId, month }: Due, now: Date): Promise<boolean> {
  try {
    await settleMonth(brand, { affiliateId, month }, now);
    return true;
  } catch (error) {
    if (!isCausedByInput(error)) throw error;
    const { id: brandId } = brand;
    logger.error('the month of a creator could not be settled', {
      ...{ brandId, affiliateId, month, failure: error },
    });
    return false;
  }
}

interface Period {
  /** The times of the ledger entries. */
  readonly from: Date;
  readonly until: Date;
  /** The clock of the brand. */
  readonly clock: () => Date;
}

/**
 * Yields after each group of creators, so that the caller can stop in between. All entries before the first one of a creator belong to
 * creators before it, so `onSettled` receives the time up to which nothing is left. It is not called any more after a failure.
 */
export async function* settleMonths(
  brand: Brand,
  { from, until, clock }: Period,
  onSettled: (until: Date) => Promise<void> = async () => {},
) {
  // The first terms can be more recent than the entries that a run reads.
  if (from >= until) return;
  const due = await dueMonths(brand, from, until);
  let failed = 0;
  for (let start = 0; start < due.length; start += creatorsPerStep) {
    let failedNow = 0;
    await forEachConcurrently(due.slice(start, start + creatorsPerStep), creatorsAtOnce, async (creator) => {
      if (!(await trySettle(brand, creator, clock()))) failedNow += 1;
    });
    failed += failedNow;
    const next = due[start + creatorsPerStep];
    if (failed === 0 && next !== undefined) await onSettled(next.since);
    yield { approved: 0, failed: failedNow };
  }
  if (failed === 0) await onSettled(until);
}

/** Begins with the oldest entry if the checkpoint is unreadable. */
const startOf = (checkpoint: Checkpoint): Date => (checkpoint instanceof Date ? checkpoint : new Date(0));

/** A brand without a checkpoint has never had tiers or a monthly cap. */
export async function* settleSince(
  brand: Brand,
  checkpoint: Checkpoint | undefined,
  { until, clock }: Omit<Period, 'from'>,
) {
  if (checkpoint === undefined) return;
  yield* settleMonths(brand, { from: startOf(checkpoint), until, clock }, (settled) =>
    moveCheckpoint(brand.id, settled, checkpoint, monthConsumer),
  );
}

/** Undefined for a brand that has never had tiers or a monthly cap. */
export const readSettled = async (brandId: string): Promise<Checkpoint | undefined> =>
  checkpointIn(await getItem(keys.checkpoint(monthConsumer, brandId)));

/** The checkpoint stays, because requests of before a move of the clock may still write. */
export async function* settleNow(brand: Brand, settled: Checkpoint | undefined, clock: () => Date) {
  if (settled === undefined) return;
  yield* settleMonths(brand, { from: startOf(settled), until: clock(), clock });
}

// Prepares the writes that append changes to the buffers of wide months.
import { randomBytes } from 'node:crypto';
import { type PackedDeltas, packDeltas } from '#lib/click-statistics/rules/journal/delta-bytes.ts';
import { packHalves } from '#lib/click-statistics/rules/journal/halves.ts';
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import type { BufferBatch } from '#lib/click-statistics/rules/wide-months/batches.ts';
import {
  addToRound,
  bufferPut,
  parseRound,
  type Round,
  startRound,
  wideKeys,
} from '#lib/click-statistics/rules/wide-months/items.ts';
import { sum } from '#lib/shared/sum.ts';
import { getItem } from '#lib/table/client.ts';
import { aggregationLimits as limits, takeWithin } from '#lib/table/writes/transaction-size.ts';
import { type Put, staleWrite, type Write } from '#lib/table/writes/write.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { wideLimits } from './wide-limits.ts';

export interface BufferTransaction {
  readonly batches: readonly BufferBatch[];
  readonly puts: readonly Write[];
}

interface Part {
  readonly packed: PackedDeltas;
  readonly changes: number;
}

interface PackedBatch {
  readonly batch: BufferBatch;
  readonly parts: readonly Part[];
}

const packing = {
  pack: (deltas: readonly ClickDelta[]): Part => ({ packed: packDeltas(deltas), changes: deltas.length }),
  bytesOf: ({ packed: { figures, visitors } }: Part): number => figures.byteLength + visitors.byteLength,
};

async function readRound(id: JournalId): Promise<Round> {
  const item = await getItem(wideKeys.round(id));
  // The head was read before the month became wide, or the month was deleted.
  if (item === undefined) throw staleWrite();
  return parseRound(item);
}

const nameBytes = 9;
const newName = (): string => randomBytes(nameBytes).toString('base64url');

/** A full round ends with the first batch that finds it full, so that this batch is in the next round. */
async function writesOfMonth(packed: readonly PackedBatch[]): Promise<readonly Write[]> {
  const [{ batch } = {}] = packed;
  if (batch === undefined) return [];
  const { brandId, month } = batch;
  const open = await readRound({ brandId, month });
  const isFull = open.changes >= wideLimits.roundChanges || open.segments >= wideLimits.roundSegments;
  const parts = packed.flatMap((own) => own.parts);
  const added = { changes: sum(parts.map(({ changes }) => changes)), segments: parts.length };
  const round = isFull ? open.round + 1 : open.round;
  return [
    isFull ? startRound({ brandId, month }, open, added) : addToRound({ brandId, month }, open, added),
    ...packed.flatMap(({ batch: { group }, parts: own }): readonly Put[] =>
      own.map((part) => bufferPut({ brandId, month }, { group, round, name: newName() }, part.packed)),
    ),
  ];
}

const bytesOf = ({ parts }: PackedBatch): number => sum(parts.map(packing.bytesOf));

/** Throws a stale write if another run ends a round at the same time. */
export async function prepareBuffer(batches: readonly BufferBatch[]): Promise<BufferTransaction> {
  const packed = batches
    .slice(0, limits.items)
    .map(
      (batch): PackedBatch => ({ batch, parts: packHalves(batch.deltas, packing, wideLimits.segmentBytes) }),
    );
  const few = takeWithin(packed, limits.items, ({ parts }) => parts.length + 1);
  const fitting = takeWithin(few, limits.bytes, bytesOf);
  const months = Map.groupBy(fitting, ({ batch: { brandId, month } }) => `${brandId} ${month}`);
  const writes = await Promise.all([...months.values()].map(writesOfMonth));
  return { batches: fitting.map(({ batch }) => batch), puts: writes.flat() };
}

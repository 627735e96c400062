// Prepares one step of a fold: the rollups that get the next changes of a pass.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import type { RollupBatch } from '#lib/click-statistics/rules/rollups/apply.ts';
import type { FoldName, Pass } from '#lib/click-statistics/rules/wide-months/items.ts';
import {
  batchesOfStage,
  endOf,
  firstHours,
  groupsOfStage,
  lastStage,
  stageAfter,
} from '#lib/click-statistics/rules/wide-months/passes.ts';
import {
  type LimitedTransaction,
  prepareWithin,
  type RollupTransaction,
} from '#lib/click-statistics/store/rollup-transaction.ts';
import { readBuffer } from './read-buffer.ts';

interface Step {
  readonly pass: Pass;
  readonly puts: RollupTransaction['puts'];
}

/** Adds the next changes of a pass. The pass ends if there are none left. */
export async function stepOf(id: JournalId, fold: FoldName, pass: Pass, units: number): Promise<Step> {
  for (let stage = stageAfter(fold, pass.after); stage <= lastStage; stage += 1) {
    const buffered = await readBuffer(id, groupsOfStage(stage), pass);
    const changes = buffered.flatMap(({ deltas }) => deltas);
    const remaining = batchesOfStage(fold, stage, changes, pass.after);
    if (remaining.length === 0) continue;
    const { batches, puts } = await prepareNext(remaining, units);
    const last = batches.at(-1);
    if (last === undefined) continue;
    return { pass: { ...pass, after: endOf(last) }, puts };
  }
  return { pass: { from: pass.to, to: pass.to, after: '' }, puts: [] };
}

/** Takes fewer hours of the first scope if all of them together cost too much. */
async function prepareNext(remaining: readonly RollupBatch[], units: number): Promise<LimitedTransaction> {
  const prepared = await prepareWithin(remaining, units);
  if (prepared.batches.length > 1 || prepared.units <= units) return prepared;
  const [first] = remaining;
  const shorter = first === undefined ? undefined : firstHours(first);
  return shorter === undefined ? prepared : prepareNext([shorter], units);
}

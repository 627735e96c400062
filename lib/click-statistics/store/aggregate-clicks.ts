// From the table's stream to the figures: what each change of a visit adds is folded in exactly once.

import { type Share, sharesOf } from '#lib/click-statistics/rules/rollups/apply.ts';
import type { Change } from '#lib/streams/changes.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { type ClickDelta, deltasBetween } from '#lib/tracking/rules/verdicts.ts';
import { visitType } from '#lib/tracking/rules/visit.ts';
import { storedVisit } from '#lib/tracking/schema/stored.ts';
import { type Checkpoint, moveCheckpoint, positionOf, readCheckpoint } from './checkpoint.ts';
import { tallyFolded } from './count-events.ts';
import { fitsEach, portionOf } from './rollup-batch.ts';

/** What one change adds to the figures. */
interface Step {
  readonly at: string;
  readonly deltas: readonly ClickDelta[];
}

/** Nothing is added by changes of anything else, nor by a visit that leaves the table when its time is over. */
export function deltasOf({ before, after }: Change): readonly ClickDelta[] {
  if (after?.type !== visitType) return [];
  return deltasBetween(
    before === undefined ? undefined : storedVisit.parse(before),
    storedVisit.parse(after),
  );
}

/** Every shard adds to the figures of a brand: where there are many, one is often overtaken. */
const tries = 30;

/**
 * Folds a batch of one shard in. Exactly once, however often the batch comes again, and wherever a run was cut off: the
 * shard's checkpoint moves in the same transaction as the figures, and says what of them has which changes.
 */
export async function aggregateClicks(shardId: string, changes: readonly Change[]): Promise<void> {
  const readers = changes.map(readerOf);
  while (await retryOnConflict(() => foldSome(shardId, readers), tries));
}

/** A change that is read when it is asked for, and once, though its batch may take several transactions. */
interface Reader {
  readonly at: string;
  readonly step: () => Step;
}

function readerOf(change: Change): Reader {
  const at = positionOf(change.sequenceNumber);
  let known: Step | undefined;
  return {
    at,
    step: () => {
      known ??= { at, deltas: deltasOf(change) };
      return known;
    },
  };
}

/** What lies before the checkpoint is not even read: it may be what was set aside because nobody could read it. */
const stepsAfter = (position: string, readers: readonly Reader[]): readonly Step[] =>
  readers
    .filter(({ at }) => at > position)
    .map(({ step }) => step())
    .filter(({ deltas }) => deltas.length > 0);

/** One transaction of a batch; answers whether there may be more to do. */
async function foldSome(shardId: string, readers: readonly Reader[]): Promise<boolean> {
  if (readers.length === 0) return false;
  const checkpoint = await readCheckpoint(shardId);
  const fresh = stepsAfter(checkpoint.position, readers);
  const last = fresh.at(-1);
  if (last === undefined) return false;
  const { sweep } = checkpoint;
  if (sweep === null) return begin(shardId, checkpoint, fresh);
  if (last.at < sweep.to) await catchUp(shardId, checkpoint, fresh, sweep);
  else {
    const begun = fresh.filter(({ at }) => at <= sweep.to);
    await sweepOn(shardId, checkpoint, begun, sweep);
  }
  return true;
}

type Sweep = NonNullable<Checkpoint['sweep']>;

const sharesAfter = (after: string, steps: readonly Step[]): readonly Share[] =>
  sharesOf(steps.flatMap(({ deltas }) => deltas)).filter(({ name }) => name > after);

/** The first half of the steps, or the first half of that, … where all of them are too many. */
const fewer = (steps: readonly Step[]): readonly Step[] => steps.slice(0, Math.ceil(steps.length / 2));

/** Writes as many of the figures as fit, in the order of their names; answers whether some are left. As a rule none is. */
async function sweepOn(
  shardId: string,
  checkpoint: Checkpoint,
  steps: readonly Step[],
  { to, after }: Sweep,
): Promise<boolean> {
  const wanted = sharesAfter(after, steps);
  const { shares, puts } = await portionOf(wanted);
  const isAll = shares.length === wanted.length;
  const next: Checkpoint = isAll
    ? { position: to, sweep: null }
    : { ...checkpoint, sweep: { to, after: shares.at(-1)?.name ?? after } };
  await transact([moveCheckpoint(shardId, checkpoint, next), ...puts]);
  if (isAll) tallyFolded(steps.flatMap(({ deltas }) => deltas));
  return !isAll;
}

/** Begins with as many steps as leave each share fit for a transaction: there are few that do not, as of clicks of a month. */
async function begin(shardId: string, checkpoint: Checkpoint, steps: readonly Step[]): Promise<boolean> {
  if (steps.length > 1 && !fitsEach(sharesAfter('', steps))) {
    await begin(shardId, checkpoint, fewer(steps));
    return true;
  }
  const to = steps.at(-1)?.at ?? checkpoint.position;
  return sweepOn(shardId, checkpoint, steps, { to, after: '' });
}

/**
 * Where a batch ends before a sweep that another run has begun: the figures that the sweep has not reached take in what
 * the batch has, in one transaction.
 */
async function catchUp(
  shardId: string,
  checkpoint: Checkpoint,
  steps: readonly Step[],
  sweep: Sweep,
): Promise<void> {
  const wanted = sharesAfter(sweep.after, steps);
  const { shares, puts } = await portionOf(wanted);
  if (shares.length < wanted.length) {
    if (steps.length === 1) throw new Error('One change of a visit is too much for one transaction');
    return catchUp(shardId, checkpoint, fewer(steps), sweep);
  }
  const position = steps.at(-1)?.at ?? checkpoint.position;
  await transact([moveCheckpoint(shardId, checkpoint, { position, sweep }), ...puts]);
  tallyFolded(steps.flatMap(({ deltas }) => deltas));
}

// Folds the buffer of a wide month into its rollups, in steps of one transaction.
import type { JournalId } from '#lib/click-statistics/rules/journal/items.ts';
import {
  type FoldName,
  type Folds,
  foldNames,
  foldsPut,
  type Pass,
  parseFolds,
  parseRound,
  type Round,
  startRound,
  wideKeys,
} from '#lib/click-statistics/rules/wide-months/items.ts';
import { addMonths } from '#lib/shared/dates.ts';
import { getItems } from '#lib/table/client.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite } from '#lib/table/writes/write.ts';
import { dropJournal } from './drop-journal.ts';
import { stepOf } from './fold-step.ts';
import { wideLimits } from './wide-limits.ts';

interface Progress {
  readonly folds: Folds;
  readonly round: Round;
}

/** Returns undefined if the month is not wide. */
export async function readProgress(id: JournalId): Promise<Progress | undefined> {
  const [folds, round] = await getItems([wideKeys.folds(id), wideKeys.round(id)]);
  return folds === undefined ? undefined : { folds: parseFolds(folds), round: parseRound(round) };
}

/** Returns the pass in progress, or a new one over the rounds that have ended, if there are enough. */
function nextPass(fold: FoldName, { folds, round }: Progress, isForced: boolean): Pass | undefined {
  const { from, to, after } = folds[fold];
  if (from < to) return { from, to, after };
  const ended = round.round - from;
  if (ended < (isForced ? 1 : wideLimits.minRounds[fold])) return undefined;
  return { from, to: from + Math.min(ended, wideLimits.maxRounds[fold]), after: '' };
}

/** The creators get one of four steps: their changes are in one group of the buffer, and those of the brand are in all of them. */
const creatorSteps = 4;

const orderOf = ({ revision }: Folds): readonly FoldName[] =>
  revision % creatorSteps === 0 ? foldNames.toReversed() : foldNames;

interface Choice {
  readonly units: number;
  /** Also folds a few rounds. */
  readonly isForced: boolean;
}

/** Returns false if there is nothing to fold. Throws a stale write if another run has folded at the same time. */
async function foldNext(id: JournalId, progress: Progress, { units, isForced }: Choice): Promise<boolean> {
  const { folds } = progress;
  for (const fold of orderOf(folds)) {
    const pass = nextPass(fold, progress, isForced);
    if (pass === undefined) continue;
    const step = await stepOf(id, fold, pass, units);
    await transact([foldsPut(id, folds, { ...folds, [fold]: step.pass }), ...step.puts]);
    return true;
  }
  return dropJournal(id, folds, units);
}

/** Returns false if the open round has no changes. */
async function endRound(id: JournalId, { round }: Progress): Promise<boolean> {
  if (round.changes === 0) return false;
  await transact([startRound(id, round, { changes: 0, segments: 0 })]);
  return true;
}

const monthBefore = ({ brandId, month }: JournalId): JournalId => ({
  brandId,
  month: addMonths(new Date(`${month}-01`), -1)
    .toISOString()
    .slice(0, month.length),
});

/** Also ends the open round, because the month has no more batches. Does nothing if the month is not wide. */
async function foldRest(id: JournalId, units: number): Promise<void> {
  const progress = await readProgress(id);
  if (progress === undefined || (await foldNext(id, progress, { units, isForced: true }))) return;
  await endRound(id, progress);
}

/**
 * Folds the rest of the month before if the month has nothing to fold. Does nothing if another run has folded at the same time: the
 * next batch continues.
 */
export async function foldOnce(id: JournalId, units: number): Promise<void> {
  try {
    const progress = await readProgress(id);
    if (progress === undefined) return;
    if (await foldNext(id, progress, { units, isForced: false })) return;
    await foldRest(monthBefore(id), units);
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
  }
}

const attempts = 30;
/** Not limited like those of a batch. */
const unitsOfStep = 1000;

/** Folds all changes that the month has when it begins. */
export async function foldAll(id: JournalId): Promise<void> {
  const repeat = (work: (progress: Progress) => Promise<boolean>): Promise<boolean> =>
    retryOnConflict(async () => {
      const progress = await readProgress(id);
      return progress !== undefined && work(progress);
    }, attempts);
  await repeat((progress) => endRound(id, progress));
  while (await repeat((progress) => foldNext(id, progress, { units: unitsOfStep, isForced: true })));
}

// From the table's stream to the figures: what each change of a visit adds is folded in exactly once.
import { changed, decideAndWrite } from '#lib/table/changes.ts';
import { getItems, type Item } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys.ts';
import type { Change } from '#lib/table/stream.ts';
import { transact, transactionLimit, type Write } from '#lib/table/transaction.ts';
import { type Checkpoint, moveCheckpoint, positionOf, readCheckpoint } from './checkpoint.ts';
import { type Figure, figuresOf } from './figures.ts';
import { storedVisit } from './schema.ts';
import { tallyFolded } from './tally.ts';
import { type ClickDelta, deltasBetween } from './verdicts.ts';
import { visitType } from './visit.ts';

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

/** Room for the checkpoint, and below the 4 MB that a transaction may have. */
const limits = { items: transactionLimit - 1, bytes: 3_500_000 } as const;

/**
 * Folds a batch of one shard in. Exactly once, however often the batch comes again, and wherever a run was cut off: the
 * shard's checkpoint moves in the same transaction as the figures, and says what of them has which changes.
 */
export async function foldClicks(shardId: string, changes: readonly Change[]): Promise<void> {
  while (await decideAndWrite(() => foldSome(shardId, changes)));
}

/** What lies before the checkpoint is not even looked at: it may be what was set aside because nobody could read it. */
const stepsAfter = (position: string, changes: readonly Change[]): readonly Step[] =>
  changes
    .map((change) => ({ at: positionOf(change.sequenceNumber), change }))
    .filter(({ at }) => at > position)
    .map(({ at, change }) => ({ at, deltas: deltasOf(change) }))
    .filter(({ deltas }) => deltas.length > 0);

/** One transaction of a batch; answers whether there may be more to do. */
async function foldSome(shardId: string, changes: readonly Change[]): Promise<boolean> {
  if (changes.length === 0) return false;
  const checkpoint = await readCheckpoint(shardId);
  const fresh = stepsAfter(checkpoint.position, changes);
  const last = fresh.at(-1);
  if (last === undefined) return false;
  const { sweep } = checkpoint;
  if (sweep === null) return sweepOn(shardId, checkpoint, fresh, { to: last.at, after: '' });
  if (last.at < sweep.to) await catchUp(shardId, checkpoint, fresh, sweep);
  else {
    const begun = fresh.filter(({ at }) => at <= sweep.to);
    await sweepOn(shardId, checkpoint, begun, sweep);
  }
  return true;
}

type Sweep = NonNullable<Checkpoint['sweep']>;

/** Writes as many of the figures as fit, in the order of their names; answers whether some are left. As a rule none is. */
async function sweepOn(
  shardId: string,
  checkpoint: Checkpoint,
  steps: readonly Step[],
  { to, after }: Sweep,
): Promise<boolean> {
  const wanted = figuresAfter(after, steps);
  const puts = fitting(await added(wanted.slice(0, limits.items)));
  const isAll = puts.length === wanted.length;
  const reached = wanted[puts.length - 1];
  const next: Checkpoint =
    isAll || reached === undefined
      ? { position: to, sweep: null }
      : { ...checkpoint, sweep: { to, after: nameOf(reached.key) } };
  await transact([moveCheckpoint(shardId, checkpoint, next), ...puts]);
  if (isAll) tallyFolded(steps.flatMap(({ deltas }) => deltas));
  return !isAll;
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
  const wanted = figuresAfter(sweep.after, steps);
  const puts = wanted.length > limits.items ? [] : fitting(await added(wanted));
  if (puts.length < wanted.length && steps.length > 1) {
    return catchUp(shardId, checkpoint, steps.slice(0, Math.ceil(steps.length / 2)), sweep);
  }
  const position = steps.at(-1)?.at ?? checkpoint.position;
  await transact([moveCheckpoint(shardId, checkpoint, { position, sweep }), ...puts]);
  tallyFolded(steps.flatMap(({ deltas }) => deltas));
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

const figuresAfter = (after: string, steps: readonly Step[]): readonly Figure[] =>
  figuresOf(steps.flatMap(({ deltas }) => deltas))
    .filter(({ key }) => nameOf(key) > after)
    .sort((one, other) => (nameOf(one.key) < nameOf(other.key) ? -1 : 1));

type Put = Write & { readonly kind: 'put' };

/** The figures as they are to be written: each on just the revision that was read. */
async function added(figures: readonly Figure[]): Promise<readonly Put[]> {
  const stored = await getItems(figures.map(({ key }) => key));
  return figures.map(({ key, add }, index) => put(key, stored[index], add));
}

function put(key: Key, stored: Item | undefined, add: Figure['add']): Put {
  const revision = Number(stored?.revision ?? 0);
  return {
    kind: 'put',
    item: { ...add(stored), ...key, revision: revision + 1 },
    ...(stored === undefined
      ? { condition: 'attribute_not_exists(#pk)' }
      : { condition: '#revision = :revision', values: { revision } }),
    refused: changed,
  };
}

/** As many of them, from the first on, as one transaction can carry. */
function fitting(puts: readonly Put[]): readonly Put[] {
  let bytes = 0;
  const end = puts.findIndex(({ item }) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > limits.bytes;
  });
  return end === -1 ? puts : puts.slice(0, Math.max(1, end));
}

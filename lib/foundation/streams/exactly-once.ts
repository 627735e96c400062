// Processes the changes of the table's stream exactly once, although they can be delivered again. docs/decisions/0023
import * as z from 'zod';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { redeliveryDays } from '#lib/foundation/shared/retention.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { putOrGetExisting } from '#lib/foundation/table/conditional.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { Change } from './changes.ts';

/** The last change of each shard that an item includes, by the id of the shard. */
export type Included = Readonly<Record<string, string>>;

type Numbered = Pick<Change, 'sequenceNumber'>;

const storedIncluded = z.record(z.string(), z.string()).default({});
export const includedIn = (item: Item | undefined): Included => storedIncluded.parse(item?.included);

export const checkpointLifetimeSeconds = redeliveryDays * secondsPerDay;

const checkpointKey = (shardId: string) => keys.checkpoint('SHARDS', shardId);

/** Positions have the same length, so they are compared as text. */
const positionOf = (sequenceNumber: string): string => sequenceNumber.padStart(40, '0');

/** Returns undefined for a shard whose checkpoint has expired, or that has none yet. */
async function readCheckpoints(shardIds: Iterable<string>): Promise<ReadonlyMap<string, string | undefined>> {
  const ids = [...new Set(shardIds)];
  const items = await getItems(ids.map(checkpointKey));
  return new Map(ids.map((id, index) => [id, items[index] && String(items[index].position)]));
}

/** All items include all changes up to the checkpoint of the shard. It never moves back. */
async function moveCheckpoint(shardId: string, position: string): Promise<void> {
  const expiresAt = epochSeconds(addSeconds(now(), checkpointLifetimeSeconds));
  await putOrGetExisting(
    { ...checkpointKey(shardId), position, expiresAt },
    { condition: 'attribute_not_exists(#pk) OR #position < :position', values: { position } },
  );
}

/** Moves the checkpoint past a change that was dead-lettered. */
export const skipPast = (shardId: string, sequenceNumber: string): Promise<void> =>
  moveCheckpoint(shardId, positionOf(sequenceNumber));

/** Each item that `process` writes must say which changes it includes. */
export async function processOnce<One extends Numbered>(
  shardId: string,
  changes: readonly One[],
  process: (changes: readonly One[]) => Promise<void>,
): Promise<void> {
  if (changes.length === 0) return;
  const position = (await readCheckpoints([shardId])).get(shardId);
  // A shard has a checkpoint before an item names it, so an item names a shard without a checkpoint only after the checkpoint has expired.
  if (position === undefined) await moveCheckpoint(shardId, '');
  const later = changes.filter(({ sequenceNumber }) => positionOf(sequenceNumber) > (position ?? ''));
  const last = later.at(-1);
  if (last === undefined) return;
  await process(later);
  await moveCheckpoint(shardId, positionOf(last.sequenceNumber));
}

interface Progress {
  /** Returns the changes that an item does not include. */
  readonly newChanges: <One extends Numbered>(included: Included, changes: readonly One[]) => readonly One[];
  /** Returns what the item includes with this change and all changes before it. */
  readonly include: (included: Included, last: Numbered) => Included;
}

/** An item that names more shards forgets those whose checkpoints have passed its changes. */
const maxShards = 4;

/**
 * Read the items before the progress, and write an item only if it has not changed since. An item can forget a shard once the checkpoint has
 * passed, and then this later read of the checkpoint excludes its changes.
 */
export async function readProgress(shardId: string, all: readonly Included[]): Promise<Progress> {
  const crowded = all.map((included) => Object.keys(included)).filter((ids) => ids.length > maxShards);
  const checkpoints = await readCheckpoints([shardId, ...crowded.flat()]);
  const isNeeded = ([id, last]: readonly [string, string]): boolean => {
    const position = checkpoints.get(id);
    return !checkpoints.has(id) || (position !== undefined && position < positionOf(last));
  };
  return {
    newChanges: (included, changes) => {
      const [own, position] = [positionOf(included[shardId] ?? ''), checkpoints.get(shardId) ?? ''];
      return changes.filter(({ sequenceNumber }) => {
        const at = positionOf(sequenceNumber);
        return at > own && at > position;
      });
    },
    include: (included, { sequenceNumber }) => ({
      ...Object.fromEntries(Object.entries(included).filter(isNeeded)),
      [shardId]: sequenceNumber,
    }),
  };
}

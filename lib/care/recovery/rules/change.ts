// Compares an item of the restored table with the one of the live table, and builds the write that makes them equal.
import { isDeepStrictEqual } from 'node:util';
import { actorAttribute } from '#lib/foundation/table/keys/event-keys.ts';
import { type Item, type Key, partitionKey, sortKey } from '#lib/foundation/table/keys/item.ts';
import { timeToLive } from '#lib/foundation/table/keys/keys.ts';
import { deleteExisting, putNew, staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';

export type Outcome = 'same' | 'put' | 'changed' | 'deleted';

export interface Change {
  readonly outcome: Outcome;
  readonly write?: Write;
}

const revisionAttribute = 'revision';
/** These say who wrote an item, and how often it was written. A restore is a further write. */
const ofWrites = [actorAttribute, revisionAttribute];

const contentOf = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !ofWrites.includes(name)));

const keyOf = (item: Item): Key => ({ pk: String(item[partitionKey]), sk: String(item[sortKey]) });

/** Higher than both, so that no request that has read the item before can write it. */
function withNextRevision(source: Item, live: Item): Item {
  const revisions = [source, live].flatMap(({ revision }) =>
    typeof revision === 'number' ? [revision] : [],
  );
  return revisions.length === 0 ? source : { ...source, revision: Math.max(...revisions) + 1 };
}

/** Holds while the item has the attributes that were read. */
function unchangedSince(item: Item) {
  const attributes = Object.entries(item).filter(
    ([name]) => /^\w+$/.test(name) && name !== partitionKey && name !== sortKey,
  );
  return {
    condition: ['attribute_exists(#pk)', ...attributes.map(([name]) => `#${name} = :is_${name}`)].join(
      ' AND ',
    ),
    values: Object.fromEntries(attributes.map(([name, value]) => [`is_${name}`, value])),
  };
}

const isExpired = (item: Item, epochSeconds: number): boolean =>
  typeof item[timeToLive] === 'number' && item[timeToLive] <= epochSeconds;

/** An item whose time to live has passed counts as absent, so that a restore does not bring it back. */
export function changeOf(found: Item | undefined, live: Item | undefined, epochSeconds: number): Change {
  const source = found !== undefined && isExpired(found, epochSeconds) ? undefined : found;
  if (source === undefined) {
    if (live === undefined) return { outcome: 'same' };
    return { outcome: 'deleted', write: deleteExisting(keyOf(live), staleWrite, unchangedSince(live)) };
  }
  if (live === undefined)
    return { outcome: 'put', write: putNew({ ...source, ...keyOf(source) }, staleWrite) };
  if (isDeepStrictEqual(contentOf(source), contentOf(live))) return { outcome: 'same' };
  const item = { ...withNextRevision(source, live), ...keyOf(source) };
  return { outcome: 'changed', write: { kind: 'put', item, ...unchangedSince(live), refused: staleWrite } };
}

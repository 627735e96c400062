// Models DynamoDB's limit of write units per second for one partition key, which no local engine has. A transaction that would exceed it
// in the table or in an index is canceled. Items that already exist are limited one by one, because DynamoDB splits a partition between
// them. It cannot split the end of a list, so all new items of a partition share its limit.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Decide } from './engine-proxy.ts';
import { cancelledFor } from './faults.ts';
import { type Actions, type PartitionWrite, partitionWritesOf } from './write-units.ts';

export interface PartitionCounts {
  readonly throttled: number;
}

interface PartitionLimits {
  readonly decide: Decide;
  readonly counts: () => PartitionCounts;
}

interface Bucket {
  tokens: number;
  at: number;
}

type StoredAction = Readonly<Record<string, { readonly Item?: object; readonly Key?: object }>>;

const plain = (stored: object | undefined): object =>
  stored === undefined ? {} : unmarshall(stored as Record<string, AttributeValue>);

const actionsIn = (body: string): Actions =>
  (JSON.parse(body).TransactItems as readonly StoredAction[]).map((action) =>
    Object.fromEntries(
      Object.entries(action).map(([kind, { Item, Key }]) => [kind, { Item: plain(Item), Key: plain(Key) }]),
    ),
  );

const bucketOf = ({ of, partition, item, isNew }: PartitionWrite): string =>
  isNew ? `${of} ${partition}` : `${of} ${partition} ${item}`;

/** `unitsPerSecond` is also the highest burst. `slowdown` is how many times slower than the modeled time the clock runs. */
export function partitionLimits(
  { unitsPerSecond, slowdown = 1 }: { readonly unitsPerSecond: number; readonly slowdown?: number },
  now = () => performance.now(),
): PartitionLimits {
  const buckets = new Map<string, Bucket>();
  let throttled = 0;

  function bucketAt(name: string): Bucket {
    const at = now();
    const bucket = buckets.get(name) ?? { tokens: unitsPerSecond, at };
    const refill = ((at - bucket.at) / 1000 / slowdown) * unitsPerSecond;
    Object.assign(bucket, { tokens: Math.min(unitsPerSecond, bucket.tokens + refill), at });
    buckets.set(name, bucket);
    return bucket;
  }

  return {
    decide: ({ operation, body }) => {
      if (operation !== 'TransactWriteItems') return undefined;
      const writes = actionsIn(body).map((action) => partitionWritesOf([action]));
      const isExceeded = (write: PartitionWrite) => bucketAt(bucketOf(write)).tokens < write.units;
      const exceeded = writes.map((ofAction) => ofAction.some(isExceeded));
      if (exceeded.some(Boolean)) {
        throttled += 1;
        return cancelledFor('ThrottlingError', (index) => exceeded[index] === true);
      }
      for (const write of writes.flat()) bucketAt(bucketOf(write)).tokens -= write.units;
      return undefined;
    },
    counts: () => ({ throttled }),
  };
}

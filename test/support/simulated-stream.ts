// Simulates the table's stream for stored clicks without a table: the changes of visits by shard, with shard splits,
// and the final items.
import { createHash } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { formatEntry } from '#lib/clicks/tracking/rules/entries.ts';
import type { Click } from '#lib/clicks/tracking/rules/visit.ts';
import { maxClicksPerVisit, overflowItem, visitUpdate } from '#lib/clicks/tracking/writes/visits.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { SimulatedClicks } from './simulated-clicks.ts';
import type { Batch } from './stream.ts';

const retentionDays = 90;
/** The number of shards in each epoch. DynamoDB replaces shards after some hours, and splits busy shards. */
const shardsOfEpochs = [1, 2, 4, 3, 4, 2] as const;

interface Stored {
  readonly pk: string;
  readonly sk: string;
  readonly facts: Readonly<Record<string, string | number | true>>;
  readonly clicks: Set<string>;
}

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>;

const attribute = (value: string | number | true) => {
  if (value === true) return { BOOL: true };
  return typeof value === 'number' ? { N: String(value) } : { S: value };
};

const imageOf = ({ pk, sk, facts, clicks }: Stored): Image => ({
  pk: { S: pk },
  sk: { S: sk },
  ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, attribute(value)])),
  clicks: { SS: [...clicks] },
});

function visitOf(click: Click): Stored {
  const { Key, ExpressionAttributeValues: values } = visitUpdate(click, retentionDays);
  const { ':type': type, ':brandId': brandId, ':affiliateId': affiliateId } = values;
  const { ':trackingCode': trackingCode, ':expiresAt': expiresAt } = values;
  const facts = { type, brandId, affiliateId, trackingCode, expiresAt };
  return {
    ...Key,
    facts: click.visitor === null ? facts : { ...facts, visitor: click.visitor },
    clicks: new Set(),
  };
}

export interface SimulatedStream {
  /** The shards of each epoch. All records of an epoch precede those of the next. */
  readonly epochs: () => Generator<readonly Batch[]>;
  readonly items: () => Generator<Item>;
}

type Arriving = Pick<SimulatedClicks, 'arrivals' | 'click'>;

export function simulateStream({ arrivals, click: clickAt }: Arriving, epochs: number): SimulatedStream {
  const visits = new Map<string, Stored>();
  let sequence = 0;

  const change = (before: Image | undefined, stored: Stored): DynamoDBRecord => {
    sequence += 1;
    return {
      eventName: before === undefined ? 'INSERT' : 'MODIFY',
      dynamodb: {
        SequenceNumber: `1${String(sequence).padStart(20, '0')}`,
        Keys: { pk: { S: stored.pk }, sk: { S: stored.sk } },
        ...(before !== undefined && { OldImage: before }),
        NewImage: imageOf(stored),
      },
    };
  };

  /** The change that storing a click causes; undefined for a duplicate. */
  const store = (click: Click): DynamoDBRecord | undefined => {
    const fresh = visitOf(click);
    const name = `${fresh.pk} ${fresh.sk}`;
    const visit = visits.get(name) ?? fresh;
    const text = formatEntry(click);
    if (visit.clicks.has(text)) return undefined;
    if (visit.clicks.size < maxClicksPerVisit) {
      const before = visit.clicks.size === 0 ? undefined : imageOf(visit);
      visits.set(name, visit);
      visit.clicks.add(text);
      return change(before, visit);
    }
    const { pk, sk, clicks, suspicious: _, ...facts } = overflowItem(click, retentionDays);
    if (visits.has(`${pk} ${sk}`)) return undefined;
    const overflow = { pk, sk, clicks, facts: { ...facts, beyond: true as const } };
    visits.set(`${pk} ${sk}`, overflow);
    return change(undefined, overflow);
  };

  return {
    *epochs() {
      const length = Math.ceil(arrivals.length / epochs);
      for (let epoch = 0; epoch < epochs; epoch += 1) {
        const shards = shardsOfEpochs[epoch % shardsOfEpochs.length] ?? 1;
        const records = Array.from({ length: shards }, (): DynamoDBRecord[] => []);
        for (const place of arrivals.subarray(epoch * length, (epoch + 1) * length)) {
          const record = store(clickAt(place));
          if (record !== undefined) records[shardOf(record, shards)]?.push(record);
        }
        yield records.map((own, shard) => ({ shardId: `epoch-${epoch}-shard-${shard}`, records: own }));
      }
    },
    *items() {
      for (const { pk, sk, facts, clicks } of visits.values()) yield { pk, sk, ...facts, clicks };
    },
  };
}

/** All changes of an item go to the same shard. */
const shardOf = ({ dynamodb }: DynamoDBRecord, shards: number): number =>
  createHash('md5').update(String(dynamodb?.Keys?.pk?.S)).digest().readUInt32BE(0) % shards;

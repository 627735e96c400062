// Handing a batch to a stream function, as Lambda's event source mapping would: in halves when it fails, until the one
// record that cannot be handled is alone and set aside.
import { DomainError } from '#lib/shared/errors.ts';
import { pause } from '#lib/table/pause.ts';
import type { StreamEvent } from '#lib/table/stream.ts';
import type { StreamRecord } from './stream-source.ts';

export interface Consumer {
  /** The name of its file in functions/streams, without the ending. */
  readonly name: string;
  readonly handle: (event: StreamEvent) => Promise<void>;
}

/** Records of one shard, in order. */
export interface Batch {
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
}

/** A record that a function failed on each time. */
export interface DeadLetter {
  readonly consumer: string;
  readonly failure: string;
  readonly event: StreamEvent;
}

const attempts = 3;

/**
 * The event as its text reaches a Lambda: times in seconds; the shard's name, as with tumbling windows. Binary values,
 * which no item has, would have to become base64.
 */
export function streamEvent({ streamArn, shardId, records }: Batch): StreamEvent {
  const Records = records.map(({ dynamodb, ...record }) => ({
    ...record,
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
    },
  }));
  return JSON.parse(JSON.stringify({ shardId, Records }));
}

/** The table is busy or away: no record's fault, and the same batch may succeed later. */
const isPassing = (error: unknown): boolean => error instanceof DomainError && error.code === 'unavailable';

/** Hands a batch over. Throws only what is no record's fault; then nothing has moved and it may all be sent again. */
export async function deliver(
  consumer: Consumer,
  batch: Batch,
  setAside: (letter: DeadLetter) => void,
): Promise<void> {
  const { records } = batch;
  const tries = records.length === 1 ? attempts : 1;
  let failure: unknown;
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    try {
      return await consumer.handle(streamEvent(batch));
    } catch (error) {
      if (isPassing(error)) throw error;
      failure = error;
    }
  }
  if (records.length <= 1) {
    const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
    setAside({ consumer: consumer.name, failure: text, event: streamEvent(batch) });
    return;
  }
  const middle = Math.ceil(records.length / 2);
  await deliver(consumer, { ...batch, records: records.slice(0, middle) }, setAside);
  await deliver(consumer, { ...batch, records: records.slice(middle) }, setAside);
}

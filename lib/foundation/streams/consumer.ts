// Processes batches of stream changes: retries transient failures and dead-letters poison records.
import type { DynamoDBRecord } from 'aws-lambda';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { type Change, changesIn, type StreamEvent } from './changes.ts';
import { createDeadLetter, isRedriven, sendToDeadLetter } from './dead-letters.ts';

export type { StreamEvent };

/** Must be idempotent, because changes may be delivered again. */
export type Handle = (changes: readonly Change[]) => Promise<void>;

interface Options {
  /** Moves the checkpoint past a change that is dead-lettered. */
  readonly skipPast?: (sequenceNumber: string) => Promise<void>;
}

/** Throws failures that no record caused, such as an outage, so that Lambda delivers the batch again. */
export async function consume(
  name: string,
  { Records: records = [], shardId }: Partial<StreamEvent>,
  handle: Handle,
  { skipPast }: Options = {},
): Promise<void> {
  const deadLetter = async (record: DynamoDBRecord, reason: unknown): Promise<void> => {
    await sendToDeadLetter(createDeadLetter(name, reason, record, shardId));
    const { SequenceNumber } = record.dynamodb ?? {};
    if (skipPast === undefined || SequenceNumber === undefined) return;
    // Do not move the checkpoint for a redriven record. Otherwise the next redrive would skip the record as already processed.
    if (isRedriven(SequenceNumber, shardId)) return;
    await skipPast(SequenceNumber).catch((error: unknown) => {
      // Ignore permanent failures. Otherwise Lambda would retry the batch, and each retry would store the same dead letter again.
      if (!isCausedByInput(error)) throw error;
    });
  };
  const bisect = async (part: readonly DynamoDBRecord[]): Promise<void> => {
    try {
      return await handle(changesIn({ Records: [...part] }));
    } catch (error) {
      const [record] = part;
      if (record === undefined || !isCausedByInput(error)) throw error;
      if (part.length === 1) return deadLetter(record, error);
    }
    const middle = Math.ceil(part.length / 2);
    await bisect(part.slice(0, middle));
    await bisect(part.slice(middle));
  };
  await bisect(records);
}

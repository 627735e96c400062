// How a stream function goes over a batch: what passes is waited for, what never will is set aside.
import type { DynamoDBRecord } from 'aws-lambda';
import { isCausedByInput } from '#lib/table/failures.ts';
import { type Change, changesIn, type StreamEvent } from './changes.ts';
import { deadLetterOf, isRedriven, sendToDeadLetter } from './dead-letters.ts';

interface Work {
  /** What the changes of a batch ask for, in their order. It must bear to be given the same changes again. */
  readonly handle: (changes: readonly Change[]) => Promise<void>;
  /** Remembers that a change was set aside, where a function remembers how far it has come. */
  readonly skipPast?: (sequenceNumber: string) => Promise<void>;
}

/**
 * Has the changes of a batch handled, in their order. Where that fails by what the changes are, they are handed over in
 * halves, until those are alone that fail by themselves: these are set aside, and hold up no other. Whatever else fails is
 * thrown, for the batch to come again.
 */
export async function consume(
  consumer: string,
  { Records: records = [], shardId }: Partial<StreamEvent>,
  { handle, skipPast: passOver }: Work,
): Promise<void> {
  const keep = async (record: DynamoDBRecord, reason: unknown): Promise<void> => {
    await sendToDeadLetter(deadLetterOf(consumer, reason, record, shardId));
    const { SequenceNumber } = record.dynamodb ?? {};
    if (passOver === undefined || SequenceNumber === undefined) return;
    // The new letter says what the old one said: passed over, it would never count, though its function is mended.
    if (isRedriven(SequenceNumber, shardId)) return;
    await passOver(SequenceNumber).catch((error: unknown) => {
      // What is kept is safe. A table that never takes this would have the batch, and the letter, come again for ever.
      if (!isCausedByInput(error)) throw error;
    });
  };
  const handOver = async (some: readonly DynamoDBRecord[]): Promise<void> => {
    try {
      return await handle(changesIn({ Records: [...some] }));
    } catch (error) {
      const [record] = some;
      if (record === undefined || !isCausedByInput(error)) throw error;
      if (some.length === 1) return keep(record, error);
    }
    const middle = Math.ceil(some.length / 2);
    await handOver(some.slice(0, middle));
    await handOver(some.slice(middle));
  };
  await handOver(records);
}

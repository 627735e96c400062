// Sends failed changes to the dead-letter queue of stream functions, which is an SQS queue, or a file on a local machine.
import { appendFile } from 'node:fs/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { StreamEvent } from './changes.ts';
import { send } from './send.ts';

export interface DeadLetter {
  readonly consumer: string;
  readonly failure: string;
  readonly shardId: string | null;
  readonly sequenceNumber: string | null;
  readonly eventName: string | null;
  readonly keys: unknown;
  readonly type: string | null;
  readonly event: StreamEvent | null;
}

/** In bytes. Every SQS queue accepts messages up to this size. */
const maxMessageBytes = 262_144;

/** Reads the raw attribute, because the failure may come from parsing the item. */
const typeOf = ({ dynamodb }: DynamoDBRecord): string | null =>
  (dynamodb?.NewImage ?? dynamodb?.OldImage)?.type?.S ?? null;

export const isRedriven = (sequenceNumber: string, shardId: string | undefined): boolean =>
  shardId?.endsWith(`/${sequenceNumber}`) ?? false;

/**
 * Gives a redriven change its own shard id, and thus its own checkpoint.
 * The checkpoint of the original shard is already past the change, so with that shard id, the redrive would skip it.
 */
function redriveShardId(shardId: string, sequenceNumber: string): string {
  return isRedriven(sequenceNumber, shardId) ? shardId : `${shardId}/${sequenceNumber}`;
}

export function createDeadLetter(
  consumer: string,
  error: unknown,
  record: DynamoDBRecord,
  shardId: string | undefined,
): DeadLetter {
  const { eventName, dynamodb } = record;
  const sequenceNumber = dynamodb?.SequenceNumber ?? null;
  return {
    consumer,
    failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    shardId: shardId ?? null,
    sequenceNumber,
    eventName: eventName ?? null,
    keys: dynamodb?.Keys ?? null,
    type: typeOf(record),
    event: {
      ...(shardId !== undefined && { shardId: redriveShardId(shardId, sequenceNumber ?? 'unknown') }),
      Records: [record],
    },
  };
}

export async function sendToDeadLetter(letter: DeadLetter): Promise<void> {
  const { DEAD_LETTERS_FILE: file, DEAD_LETTERS_QUEUE: queue } = environment;
  if (file !== undefined) await appendFile(file, `${JSON.stringify(letter)}\n`);
  else if (queue !== undefined) await send({ queue, body: bodyOf(letter) });
  else throw new Error('Set DEAD_LETTERS_QUEUE (deployed) or DEAD_LETTERS_FILE (local)');
  // The item and the error message may contain personal data, so they are not logged.
  const { consumer, shardId, sequenceNumber, type } = letter;
  logger.error('change sent to the dead-letter queue', { consumer, shardId, sequenceNumber, type });
}

function bodyOf(letter: DeadLetter): string {
  const complete = JSON.stringify(letter);
  const isTooLarge = Buffer.byteLength(complete) > maxMessageBytes;
  return isTooLarge ? JSON.stringify({ ...letter, event: null }) : complete;
}

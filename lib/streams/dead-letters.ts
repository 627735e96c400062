// Where a stream function puts a change that it cannot handle: a queue of SQS, or a file on one machine.
import { appendFile } from 'node:fs/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { environment } from '#lib/shared/environment.ts';
import { logger } from '#lib/shared/logger.ts';
import type { StreamEvent } from './changes.ts';

/** A change that was set aside, as it is kept: what it was, why, and the event that hands it over again. */
export interface DeadLetter {
  /** The function, by the name of its file. */
  readonly consumer: string;
  readonly failure: string;
  readonly shardId: string | null;
  readonly sequenceNumber: string | null;
  readonly eventName: string | null;
  /** As DynamoDB writes them: `{"pk": {"S": …}, …}`. */
  readonly keys: unknown;
  /** Of the item; null where it has none. */
  readonly type: string | null;
  /** null where it is more than a message can hold. */
  readonly event: StreamEvent | null;
}

/** Bytes that a message of SQS may have in any account. */
const messageLimit = 262_144;

/** What an item's type is in either image; not parsed, for that may be what failed. */
const typeOf = ({ dynamodb }: DynamoDBRecord): string | null =>
  (dynamodb?.NewImage ?? dynamodb?.OldImage)?.type?.S ?? null;

/** Whether a change comes from a letter that was handed over, and not from the stream. */
export const isRedriven = (sequenceNumber: string, shardId: string | undefined): boolean =>
  shardId?.endsWith(`/${sequenceNumber}`) ?? false;

/**
 * A shard of its own: where a function keeps checkpoints, the change is not behind the one of its own shard; and
 * handed over any number of times, it is handled once.
 */
function redriveShard(shardId: string, sequenceNumber: string): string {
  return isRedriven(sequenceNumber, shardId) ? shardId : `${shardId}/${sequenceNumber}`;
}

export function deadLetterOf(
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
      ...(shardId !== undefined && { shardId: redriveShard(shardId, sequenceNumber ?? 'unknown') }),
      Records: [record],
    },
  };
}

/** Keeps a change for a person to look at. Resolves only when it is kept: it may then be passed over. */
export async function sendToDeadLetter(letter: DeadLetter): Promise<void> {
  const { DEAD_LETTERS_FILE: file, DEAD_LETTERS_QUEUE: queue } = environment;
  if (file !== undefined) await appendFile(file, `${JSON.stringify(letter)}\n`);
  else if (queue !== undefined) await send(queue, letter);
  else throw new Error('Set DEAD_LETTERS_QUEUE (deployed) or DEAD_LETTERS_FILE (one machine)');
  // Neither the item nor what is wrong with it: those could tell of people.
  const { consumer, shardId, sequenceNumber, type } = letter;
  logger.error('a change was set aside', { consumer, shardId, sequenceNumber, type });
}

const client = new SQSClient({
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
});

async function send(queue: string, letter: DeadLetter): Promise<void> {
  const whole = JSON.stringify(letter);
  const text = Buffer.byteLength(whole) > messageLimit ? JSON.stringify({ ...letter, event: null }) : whole;
  await client.send(new SendMessageCommand({ QueueUrl: queue, MessageBody: text }));
}

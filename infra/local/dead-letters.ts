// Records that a stream function could not handle.
import { appendFileSync } from 'node:fs';
import { logger } from '#lib/shared/logger.ts';
import type { DeadLetter } from './stream-delivery.ts';

/** Keeps what a stream function could not handle. The log names no item: those hold addresses of people. */
export const deadLetterFile = (file: string) => (letter: DeadLetter) => {
  appendFileSync(file, `${JSON.stringify(letter)}\n`);
  const [record] = letter.event.Records;
  logger.error('a stream function failed on a record', {
    consumer: letter.consumer,
    sequenceNumber: record?.dynamodb?.SequenceNumber,
    keptIn: file,
  });
};

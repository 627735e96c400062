// How far each stream function has come in each shard.
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { replaceFile } from './files.ts';

export interface Positions {
  /** The last sequence number that was handed over; undefined at the beginning. */
  get(consumer: string, shardId: string): string | undefined;
  set(consumer: string, shardId: string, sequenceNumber: string): void;
}

const document = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/**
 * What the file says of this stream. Without it (it was removed, or the table is another one) the stream is handed over
 * from its beginning: the functions bear that, it takes just longer.
 */
function readPositions(file: string, streamArn: string): Record<string, string> {
  try {
    const stored = document.parse(JSON.parse(readFileSync(file, 'utf8')));
    return stored.streamArn === streamArn ? stored.positions : {};
  } catch {
    return {};
  }
}

/** Positions that outlive the process in a file, or end with it where none is named. */
export function openPositions(streamArn: string, file?: string): Positions {
  const positions = new Map(Object.entries(file === undefined ? {} : readPositions(file, streamArn)));
  const keyOf = (consumer: string, shardId: string) => `${consumer} ${shardId}`;
  return {
    get: (consumer, shardId) => positions.get(keyOf(consumer, shardId)),
    set: (consumer, shardId, sequenceNumber) => {
      positions.set(keyOf(consumer, shardId), sequenceNumber);
      if (file === undefined) return;
      replaceFile(file, JSON.stringify({ streamArn, positions: Object.fromEntries(positions) }));
    },
  };
}

// Stores the position of each stream function in each shard.
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { replaceFile } from './files.ts';

export interface Positions {
  /** The last delivered sequence number; undefined before the first delivery. */
  get(consumer: string, shardId: string): string | undefined;
  set(consumer: string, shardId: string, sequenceNumber: string): void;
}

const document = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/**
 * Returns no positions if the file is missing or belongs to another table. Delivery then restarts at the
 * oldest record.
 */
function readPositions(file: string, streamArn: string): Record<string, string> {
  try {
    const stored = document.parse(JSON.parse(readFileSync(file, 'utf8')));
    return stored.streamArn === streamArn ? stored.positions : {};
  } catch {
    return {};
  }
}

/** Opens positions that are persisted in a file, or kept in memory if no file is given. */
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

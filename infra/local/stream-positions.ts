import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { replaceFile } from './files.ts';

export interface Positions {
  get(consumer: string, shardId: string): string | undefined;
  set(consumer: string, shardId: string, sequenceNumber: string): void;
}

const document = z.object({ streamArn: z.string(), positions: z.record(z.string(), z.string()) });

/** Returns no positions if none are stored for this stream, so that delivery restarts at the oldest record. */
function readPositions(file: string, streamArn: string): Record<string, string> {
  try {
    const stored = document.parse(JSON.parse(readFileSync(file, 'utf8')));
    return stored.streamArn === streamArn ? stored.positions : {};
  } catch {
    return {};
  }
}

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

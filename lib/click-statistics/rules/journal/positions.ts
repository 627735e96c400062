// Remembers, for each shard of the stream, the last change that a journal includes, so that a repeated batch counts once.
import { hash } from 'node:crypto';
import { reader, writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { epochSeconds, secondsPerDay, secondsPerHour } from '#lib/shared/dates.ts';

interface Position {
  readonly position: string;
  /** In hours since the epoch. Until then, Lambda or an operator can deliver the changes again. */
  readonly expires: number;
}

/** By the hash of the shard's id. */
export type Positions = ReadonlyMap<string, Position>;

/** The stream keeps a change for 24 hours. A dead letter has a shard id of its own, and can be replayed for 14 days. */
const lifetimeHours = {
  stream: (2 * secondsPerDay) / secondsPerHour,
  redriven: (15 * secondsPerDay) / secondsPerHour,
};

/** Bounds the item. A journal with more shards in two days would have more changes than a journal holds. */
const maxPositions = 1000;

const hashByteCount = 6;
const shardName = (shardId: string): string => hash('sha256', shardId, 'hex').slice(0, 2 * hashByteCount);
const hourOf = (now: Date): number => Math.floor(epochSeconds(now) / secondsPerHour);

export const positionIn = (positions: Positions, shardId: string): string | undefined =>
  positions.get(shardName(shardId))?.position;

export function withPosition(positions: Positions, shardId: string, position: string, now: Date): Positions {
  const lifetime = shardId.includes('/') ? lifetimeHours.redriven : lifetimeHours.stream;
  return new Map([...positions, [shardName(shardId), { position, expires: hourOf(now) + lifetime }]]);
}

/** `newer` replaces the positions of `older`. Drops the positions that have expired. */
export function mergePositions(older: Positions, newer: Positions, now: Date): Positions {
  const kept = [...new Map([...older, ...newer])].filter(([, { expires }]) => expires > hourOf(now));
  return new Map(kept.toSorted(([, one], [, other]) => other.expires - one.expires).slice(0, maxPositions));
}

const positionLength = 40;

function bytesOf(position: string): Uint8Array {
  const hex = BigInt(position).toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

export function encodePositions(positions: Positions): Uint8Array {
  const to = writer();
  for (const [shard, { position, expires }] of positions) {
    const bytes = bytesOf(position);
    to.bytes(Buffer.from(shard, 'hex'));
    to.unsigned(expires);
    to.unsigned(bytes.length);
    to.bytes(bytes);
  }
  return to.done();
}

export function decodePositions(bytes: Uint8Array): Positions {
  const from = reader(bytes);
  const positions = new Map<string, Position>();
  while (!from.isAtEnd()) {
    const shard = Buffer.from(from.bytes(hashByteCount)).toString('hex');
    const expires = from.unsigned();
    const hex = Buffer.from(from.bytes(from.unsigned())).toString('hex');
    positions.set(shard, { position: BigInt(`0x${hex}`).toString().padStart(positionLength, '0'), expires });
  }
  return positions;
}

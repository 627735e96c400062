// Packs the events of a brand into segments, in the order of their sequence numbers.
import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { decodeNumber, encodeBytes, encodeNumber } from '#lib/foundation/shared/crockford.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import { type Committed, newNonce } from './commitment.ts';
import type { NewEvent } from './new-event.ts';

export interface RecordedEvent extends Omit<NewEvent, 'attribution'>, Committed {
  readonly id: string;
  readonly sequence: number;
  readonly createdAt: string;
  readonly actor: Actor;
}

export interface Head {
  /** The sequence number of the newest event. */
  readonly sequence: number;
  readonly at: string;
}

export const noEvents: Head = { sequence: 0, at: new Date(0).toISOString() };

const timeLength = 10;
const sequenceLength = 8;
const brandBytes = 5;

/** The id contains the sequence number, so that it can be found, and a hash of the brand, so that it is unique in the service. */
function eventId(brandId: string, at: Date, sequence: number): string {
  const hash = createHash('sha256').update(`${brandId} ${sequence}`).digest().subarray(0, brandBytes);
  return `${idKinds.event.prefix}_${encodeNumber(at.getTime(), timeLength)}${encodeNumber(sequence, sequenceLength)}${encodeBytes(hash)}`;
}

/** Returns false for an id that this brand cannot have given to an event. */
export const isEventId = (brandId: string, id: string): boolean =>
  id === eventId(brandId, timeOf(id), sequenceIn(id));

export const sequenceIn = (id: string): number => {
  const text = id.slice(id.indexOf('_') + 1);
  return decodeNumber(text.slice(timeLength, timeLength + sequenceLength));
};

/** A change that is recorded late gets the time of its predecessor, so that times never decrease along the feed. */
export function sequenced(
  brandId: string,
  events: readonly NewEvent[],
  head: Head,
): readonly RecordedEvent[] {
  let { sequence, at: last } = head;
  return events.map(({ attribution: { actor, at }, ...event }) => {
    sequence += 1;
    const time = new Date(Math.max(at.getTime(), Date.parse(last)));
    last = time.toISOString();
    const id = eventId(brandId, time, sequence);
    return { ...event, id, sequence, createdAt: last, actor, nonce: newNonce() };
  });
}

export const storedSegment = z.object({ sequence: z.int(), at: instant, events: z.instanceof(Uint8Array) });

/** `sequence` and `at` are those of the last event. */
export const segmentOf = (events: readonly RecordedEvent[]) => ({
  sequence: events.at(-1)?.sequence ?? 0,
  at: events.at(-1)?.createdAt ?? noEvents.at,
  events: compress(JSON.stringify(events)),
});

/** The default quality needs ten times as long for texts that are 3% shorter. */
const quality = 5;

const compress = (text: string): Uint8Array =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

export const eventsIn = (segment: z.output<typeof storedSegment>): readonly RecordedEvent[] =>
  JSON.parse(brotliDecompressSync(segment.events).toString());

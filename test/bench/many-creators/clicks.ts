// Creates the stream batches of a brand whose clicks are spread over many creators.
import { newId } from '#lib/shared/ids.ts';
import { type Click, newClick } from '#lib/tracking/rules/visit.ts';
import { visitorById } from '#lib/tracking/rules/visitors.ts';
import { generateClicks, type Program } from '#test/support/click-programs.ts';
import { simulateStream } from '#test/support/simulated-stream.ts';
import type { Batch } from '#test/support/stream.ts';

const secondsPerHour = 3600;

interface HourOfClicks {
  readonly hour: string;
  readonly batches: number;
  readonly clicksPerBatch: number;
  readonly seed: number;
}

/** Most batches have few clicks of most creators, which is the most expensive case. */
function clicksOf(program: Program, { hour, batches, clicksPerBatch, seed }: HourOfClicks): readonly Click[] {
  const count = batches * clicksPerBatch;
  const begin = Date.parse(`${hour}:00:00.000Z`);
  return generateClicks(program, hour, count, seed).map((delta, nth): Click => {
    const { brandId, campaignId, country, device, referrerHost } = delta;
    const creator = nth % program.affiliates.length;
    const affiliateId = program.affiliates[creator] ?? '';
    const trackingCode = `creator-${creator}`;
    const visitor = visitorById('salt', trackingCode, `${delta.visitor}`);
    const facts = { campaignId, country, device, referrerHost, filtered: null };
    const at = new Date(begin + (nth / count) * secondsPerHour * 1000);
    return newClick({ brandId, affiliateId, trackingCode, ...facts }, visitor, at);
  });
}

/** The batches of one hour, which the shards deliver in turn. */
export function batchesOf(
  program: Program,
  hours: HourOfClicks,
  shards: readonly string[],
): readonly Batch[] {
  const clicks = clicksOf(program, hours);
  const click = (place: number): Click => {
    const found = clicks[place];
    if (found === undefined) throw new Error(`There is no click ${place}`);
    return found;
  };
  const [[{ records } = { records: [] }] = []] = simulateStream(
    { arrivals: Uint32Array.from(clicks.keys()), click },
    1,
  ).epochs();
  const { clicksPerBatch } = hours;
  return Array.from(
    { length: Math.ceil(records.length / clicksPerBatch) },
    (_, nth): Batch => ({
      shardId: shards[nth % shards.length] ?? '',
      records: records.slice(nth * clicksPerBatch, (nth + 1) * clicksPerBatch),
    }),
  );
}

export const newShards = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `shard-${nth}-${newId('click', new Date())}`);

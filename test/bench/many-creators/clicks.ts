// Creates the stream batches of a brand whose clicks are spread over many creators.
import { newRandom } from '#infra/local/demo/random.ts';
import { type Click, newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { simulateStream } from '#test/support/simulated-stream.ts';
import type { Batch } from '#test/support/stream.ts';

const countries = 60;
const hosts = 50;
const devices = ['mobile', 'desktop', 'tablet', 'other'] as const;

export interface Program {
  readonly brandId: string;
  readonly affiliates: readonly string[];
  readonly campaigns: readonly string[];
}

const newIds = (kind: 'affiliate' | 'campaign', count: number): readonly string[] =>
  Array.from({ length: count }, () => newId(kind, new Date()));

export const programOf = (brandId: string, creators: number, campaigns: number): Program => ({
  brandId,
  affiliates: newIds('affiliate', creators),
  campaigns: newIds('campaign', campaigns),
});

const countryOf = (nth: number): string => String.fromCharCode(65 + (nth % 26), 65 + Math.floor(nth / 26));

/** The creators have the clicks in turn, so that a batch has few clicks of most creators, which is the most expensive case. */
function clickOf({ brandId, affiliates, campaigns }: Program, nth: number, at: Date): Click {
  const { next: random } = newRandom(nth + 1);
  const uniform = (size: number): number => Math.floor(random() * size);
  const fewOften = (size: number): number => Math.min(size - 1, Math.floor((size + 1) ** random() - 1));
  const creator = nth % affiliates.length;
  const trackingCode = `creator-${creator}`;
  const facts = {
    ...{ brandId, trackingCode, affiliateId: affiliates[creator] ?? '', filtered: null },
    campaignId: campaigns[uniform(campaigns.length)] ?? null,
    country: countryOf(fewOften(countries)),
    device: devices[fewOften(devices.length)] ?? 'other',
    referrerHost: `site-${fewOften(hosts)}.example`,
  };
  return newClick(facts, visitorById('salt', trackingCode, `${nth}`), at);
}

/** The batches of a day, which the shards deliver in turn. */
export function batchesOf(
  program: Program,
  day: string,
  { batches, size }: { readonly batches: number; readonly size: number },
  shards: readonly string[],
): readonly Batch[] {
  const begin = Date.parse(day);
  const clicks = Array.from({ length: batches * size }, (_, nth) =>
    clickOf(program, nth, new Date(begin + nth)),
  );
  const click = (place: number): Click => {
    const found = clicks[place];
    if (found === undefined) throw new Error(`There is no click ${place}`);
    return found;
  };
  const arrivals = Uint32Array.from(clicks.keys());
  const [[{ records } = { records: [] }] = []] = simulateStream({ arrivals, click }, 1).epochs();
  return Array.from(
    { length: batches },
    (_, nth): Batch => ({
      shardId: shards[nth % shards.length] ?? '',
      records: records.slice(nth * size, (nth + 1) * size),
    }),
  );
}

export const newShards = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, nth) => `shard-${nth}-${newId('click', new Date())}`);

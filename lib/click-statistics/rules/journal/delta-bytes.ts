// Encodes and decodes the changes of click statistics in columns, which compress better than rows.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { hashByteCount, hashVisitor } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { type Reader, reader, type Writer, writer } from '#lib/click-statistics/rules/rollups/bytes.ts';
import { decodeFigures, encodeFigures, noFigures } from '#lib/click-statistics/rules/rollups/figures.ts';
import { decodeNames, encodeNames } from '#lib/click-statistics/rules/rollups/names.ts';
import { noValue } from '#lib/click-statistics/rules/rollups/totals.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import { devices, filterReasons } from '#lib/tracking/rules/click-kinds.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

export interface PackedDeltas {
  readonly figures: Uint8Array;
  /** The hashes of the visitors. They are apart, because random bytes do not compress. */
  readonly visitors: Uint8Array;
}

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const namesOf = (delta: ClickDelta): readonly string[] => [
  delta.affiliateId,
  delta.campaignId ?? noValue,
  delta.country ?? noValue,
  delta.device,
  delta.referrerHost ?? noValue,
];

/** Most changes are one of a few kinds, such as a unique click or a duplicate. */
function encodeKind({ clicks, uniqueClicks, firstInCampaign, filtered }: ClickDelta): Uint8Array {
  const to = writer();
  encodeFigures(to, { ...noFigures(), clicks, uniqueClicks, visitors: firstInCampaign, ...filtered });
  return to.done();
}

type Kind = Pick<ClickDelta, 'clicks' | 'uniqueClicks' | 'firstInCampaign' | 'filtered'>;

function decodeKind(from: Reader): Kind {
  const { clicks, uniqueClicks, visitors: firstInCampaign, ...counts } = decodeFigures(from);
  const filtered = Object.fromEntries(
    filterReasons.filter((reason) => counts[reason] !== 0).map((reason) => [reason, counts[reason]]),
  );
  return { clicks, uniqueClicks, firstInCampaign, filtered };
}

/** Returns the index of the kind of each change. */
function encodeKinds(to: Writer, deltas: readonly ClickDelta[]): readonly number[] {
  const indexes = new Map<string, number>();
  const kinds: Uint8Array[] = [];
  const column = deltas.map((delta) => {
    const kind = encodeKind(delta);
    const text = kind.join();
    const index = indexes.get(text) ?? kinds.push(kind) - 1;
    indexes.set(text, index);
    return index;
  });
  to.unsigned(kinds.length);
  for (const kind of kinds) to.bytes(kind);
  return column;
}

export function packDeltas(given: readonly ClickDelta[]): PackedDeltas {
  const deltas = given.toSorted((one, other) => (one.hour < other.hour ? -1 : one.hour > other.hour ? 1 : 0));
  const [to, visitors] = [writer(), writer()];
  to.unsigned(deltas.length);
  const names = deltas.map(namesOf);
  const indexes = encodeNames(to, new Set(names.flat()));
  for (const kind of encodeKinds(to, deltas)) to.unsigned(kind);
  let last = 0;
  for (const { hour } of deltas) {
    to.unsigned(parseHour(hour) - last);
    last = parseHour(hour);
  }
  for (let column = 0; column < (names[0]?.length ?? 0); column += 1) {
    for (const own of names) to.unsigned(indexes.get(own[column] ?? noValue) ?? 0);
  }
  for (const { visitor } of deltas) {
    to.unsigned(visitor === null ? 0 : 1);
    if (visitor === null) continue;
    const hash = Buffer.alloc(hashByteCount);
    hash.writeUIntBE(hashVisitor(visitor), 0, hashByteCount);
    visitors.bytes(hash);
  }
  return { figures: brotliCompressSync(to.done(), quality), visitors: visitors.done() };
}

export function unpackDeltas(brandId: string, { figures, visitors }: PackedDeltas): readonly ClickDelta[] {
  const [from, hashes] = [reader(brotliDecompressSync(figures)), reader(visitors)];
  const count = from.unsigned();
  const names = decodeNames(from);
  const column = <Value>(read: () => Value): readonly Value[] => Array.from({ length: count }, read);
  const kinds = Array.from({ length: from.unsigned() }, () => decodeKind(from));
  const kindOf = column(() => from.unsigned());
  let hour = 0;
  const hours = column(() => {
    hour += from.unsigned();
    return formatHour(hour);
  });
  const nameColumn = () => column(() => names[from.unsigned()] ?? noValue);
  const [affiliates, campaigns, countries] = [nameColumn(), nameColumn(), nameColumn()];
  const [deviceNames, hosts] = [nameColumn(), nameColumn()];
  const readHash = () => Buffer.from(hashes.bytes(hashByteCount)).readUIntBE(0, hashByteCount);
  const visitorOf = column(() => (from.unsigned() === 0 ? null : readHash()));
  return hours.map((ofDelta, index): ClickDelta => {
    const kind = kinds[kindOf[index] ?? 0];
    const device = devices.find((one) => one === deviceNames[index]);
    if (kind === undefined || device === undefined) throw new Error('A stored journal is invalid');
    return {
      brandId,
      affiliateId: affiliates[index] ?? noValue,
      campaignId: campaigns[index] || null,
      hour: ofDelta,
      ...kind,
      country: countries[index] || null,
      device,
      referrerHost: hosts[index] || null,
      visitor: visitorOf[index] ?? null,
    };
  });
}

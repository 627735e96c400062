// Counts what the click statistics of a brand with many creators cost: `npm run bench:many-creators -- --creators 10000`.
// Sends full batches first, whose changes wait in the buffer, and then small ones, which have units left for the folds.
import { parseArgs } from 'node:util';
import { addDays, dayOf } from '#lib/shared/dates.ts';
import { sum } from '#lib/shared/sum.ts';
import type { Units } from '#test/bench/meter.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import type { Batch } from '#test/support/stream.ts';

const options = {
  creators: { type: 'string', default: '10000' },
  hours: { type: 'string', default: '2' },
  batches: { type: 'string', default: '60' },
} as const;
const { values } = parseArgs({ options });
const [creators, hours, batches] = [Number(values.creators), Number(values.hours), Number(values.batches)];

const clicksPerSecond = 5000;
const [campaigns, shards] = [3, 4];
const full = 2000;
const small = { clicks: 20, batches: 5000 };
/** The busiest partition key is that of some consecutive batches, which take two seconds. */
const seconds = 2;
const consecutive = (seconds * clicksPerSecond) / full;
const limits = { itemKilobytes: 64, batchUnits: 200, partitionUnits: 500 };
const date = addDays(dayOf(new Date()), -2);
const month = date.slice(0, 'YYYY-MM'.length);
const firstHour = 12;
const bytesPerKilobyte = 1024;

interface Counted {
  readonly units: number;
  readonly reads: number;
  /** CPU time of this process. */
  readonly milliseconds: number;
  readonly unitsByPartition: ReadonlyMap<string, number>;
  readonly largestItem: number;
}

const averageOf = (numbers: readonly number[]): string => (sum(numbers) / numbers.length).toFixed(0);
const mostOf = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

function busiestPartition(counted: readonly Counted[]): number {
  const partitions = new Set(counted.flatMap(({ unitsByPartition }) => [...unitsByPartition.keys()]));
  const perSecond = [...partitions].flatMap((partition) =>
    counted.slice(consecutive - 1).map((_, first) => {
      const some = counted.slice(first, first + consecutive);
      return sum(some.map(({ unitsByPartition }) => unitsByPartition.get(partition) ?? 0)) / seconds;
    }),
  );
  return mostOf(perSecond);
}

const print = (name: string, value: number | string): void => {
  const text = typeof value === 'number' ? value.toFixed(0) : value;
  process.stdout.write(`${name}: ${text}\n`);
};

function printBatches(counted: readonly Counted[]): void {
  const units = counted.map((batch) => batch.units);
  print(`units of the largest batch (limit ${limits.batchUnits})`, mostOf(units));
  print('units of a batch on average', averageOf(units));
  print('units read by a batch on average', averageOf(counted.map(({ reads }) => reads)));
  print('CPU time of a batch on average, ms', averageOf(counted.map(({ milliseconds }) => milliseconds)));
  print('CPU time of the longest batch, ms', mostOf(counted.map(({ milliseconds }) => milliseconds)));
}

await onAnEngine(async () => {
  const { unitsOf } = await import('#test/bench/meter.ts');
  const { writesOf } = await import('./writes.ts');
  const { batchesOf, newShards } = await import('./clicks.ts');
  const { aggregate } = await import('#test/support/stream.ts');
  const { programOf } = await import('#test/support/click-programs.ts');
  const { createBrand, newToken, send } = await import('#test/support/service.ts');
  const { disableStream } = await import('#test/support/fill.ts');
  const { readProgress } = await import('#lib/click-statistics/store/wide-months/fold.ts');

  await disableStream();
  const { brand } = await createBrand('scale');
  const program = programOf(brand.id, creators, campaigns);

  const countedBatch = async (batch: Batch): Promise<Counted> => {
    let units: Units = { reads: 0, writes: 0 };
    const before = process.cpuUsage();
    const writes = await writesOf(async () => {
      units = await unitsOf(() => aggregate(batch));
    });
    const { user, system } = process.cpuUsage(before);
    return { ...writes, units: units.writes, reads: units.reads, milliseconds: (user + system) / 1000 };
  };

  const batchesOfHour = (nth: number, count: number, clicksPerBatch: number): readonly Batch[] => {
    const hour = `${date}T${firstHour + nth}`;
    return batchesOf(program, { hour, batches: count, clicksPerBatch, seed: nth }, newShards(shards));
  };

  const progress = async () => {
    const found = await readProgress({ brandId: brand.id, month });
    if (found === undefined) throw new Error('The month is not wide');
    return found;
  };

  const printProgress = async (): Promise<void> => {
    const { folds, round } = await progress();
    const { summary, creators: ofCreators } = folds;
    print('rounds; in brands, campaigns and groups', `${round.round}; ${summary.from}`);
    print('rounds in creators', ofCreators.from);
  };

  const printReads = async (): Promise<void> => {
    const { token } = await newToken(brand.id, 'admin');
    const queries = {
      'the brand': '',
      'the brand by creator': '&groupBy=affiliate',
      'a campaign by country': `&campaignId=${program.campaigns[0]}&groupBy=country`,
      'a creator': `&affiliateId=${program.affiliates[7]}`,
    };
    for (const [name, query] of Object.entries(queries)) {
      let clicks = 0;
      const before = process.cpuUsage();
      const { reads } = await unitsOf(async () => {
        const path = `/tracking/clicks?from=${date}&to=${date}${query}`;
        const { status, json } = await send('GET', path, { token });
        if (status !== 200) throw new Error(JSON.stringify(json));
        clicks = json.data.clicks;
      });
      const { user, system } = process.cpuUsage(before);
      print(
        `read units for the ${clicks} clicks of ${name}`,
        `${reads}, CPU time ${(user + system) / 1000} ms`,
      );
    }
  };

  const counted: Counted[] = [];
  for (let nth = 0; nth < hours; nth += 1) {
    for (const batch of batchesOfHour(nth, batches, full)) counted.push(await countedBatch(batch));
  }
  print('full batches', counted.length);
  printBatches(counted);
  const largestItem = mostOf(counted.map((batch) => batch.largestItem)) / bytesPerKilobyte;
  const busiest = busiestPartition(counted);
  print(`KB of the largest item (limit ${limits.itemKilobytes})`, largestItem);
  const rate = `at ${clicksPerSecond} clicks per second`;
  print(`units per second of the busiest partition key ${rate} (limit ${limits.partitionUnits})`, busiest);
  await printProgress();
  await printReads();

  const { round } = await progress();
  const later: Counted[] = [];
  for (const batch of batchesOfHour(hours, small.batches, small.clicks)) {
    later.push(await countedBatch(batch));
    const { folds } = await progress();
    if (folds.summary.from >= round.round && folds.creators.from >= round.round) break;
  }
  print(
    `batches of ${small.clicks} clicks until all rounds of the full batches are in rollups`,
    later.length,
  );
  printBatches(later);
  await printProgress();
  await printReads();

  const all = [...counted, ...later];
  const isWithin =
    mostOf(all.map(({ units }) => units)) <= limits.batchUnits &&
    mostOf(all.map((batch) => batch.largestItem)) <= limits.itemKilobytes * bytesPerKilobyte &&
    busiest <= limits.partitionUnits;
  if (!isWithin) process.exitCode = 1;
});

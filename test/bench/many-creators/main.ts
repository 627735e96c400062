// Counts what the click statistics of a brand with many creators cost: `npm run bench:many-creators -- --creators 10000`.
import { parseArgs } from 'node:util';
import { addDays, dayOf } from '#lib/shared/dates.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';

const options = {
  creators: { type: 'string', default: '10000' },
  hours: { type: 'string', default: '6' },
  batches: { type: 'string', default: '20' },
} as const;
const { values } = parseArgs({ options });
const [creators, hours, batches] = [Number(values.creators), Number(values.hours), Number(values.batches)];

const [clicksPerBatch, clicksPerSecond, campaigns, shards] = [2000, 5000, 3, 4];
const batchesPerSecond = clicksPerSecond / clicksPerBatch;
/** The busiest partition key is that of some consecutive batches, which take two seconds. */
const consecutive = 2 * batchesPerSecond;
const limits = { itemKilobytes: 64, batchUnits: 200, partitionUnits: 500 };
const date = addDays(dayOf(new Date()), -2);
const month = date.slice(0, 'YYYY-MM'.length);
const firstHour = 12;

interface Counted {
  readonly units: number;
  readonly isFirstOfHour: boolean;
  readonly unitsByPartition: ReadonlyMap<string, number>;
  readonly largestItem: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function busiestPartition(counted: readonly Counted[]): number {
  const partitions = new Set(counted.flatMap(({ unitsByPartition }) => [...unitsByPartition.keys()]));
  const perSecond = [...partitions].flatMap((partition) =>
    counted.slice(consecutive - 1).map((_, first) => {
      const some = counted.slice(first, first + consecutive);
      return sum(some.map(({ unitsByPartition }) => unitsByPartition.get(partition) ?? 0)) / 2;
    }),
  );
  return Math.max(...perSecond);
}

const print = (lines: readonly (readonly [string, string])[]): void => {
  for (const [name, value] of lines) process.stdout.write(`${name}: ${value}\n`);
};

await onAnEngine(async () => {
  const { unitsOf } = await import('#test/bench/meter.ts');
  const { writesOf } = await import('./writes.ts');
  const { batchesOf, newShards } = await import('./clicks.ts');
  const { aggregate } = await import('#test/support/stream.ts');
  const { programOf } = await import('#test/support/click-programs.ts');
  const { createBrand, newToken, send } = await import('#test/support/service.ts');
  const { disableStream } = await import('#test/support/fill.ts');
  const { readProgress } = await import('#lib/click-statistics/store/wide/fold.ts');

  await disableStream();
  const { brand } = await createBrand('scale');
  const program = programOf(brand.id, creators, campaigns);
  const counted: Counted[] = [];
  for (let nth = 0; nth < hours; nth += 1) {
    const hour = `${date}T${firstHour + nth}`;
    const ofHour = batchesOf(program, { hour, batches, clicksPerBatch, seed: nth }, newShards(shards));
    for (const [index, batch] of ofHour.entries()) {
      let units = 0;
      const writes = await writesOf(async () => {
        units = (await unitsOf(() => aggregate(batch))).writes;
      });
      counted.push({ ...writes, units, isFirstOfHour: index === 0 });
    }
  }
  const units = counted.map((batch) => batch.units);
  const largest = Math.max(...units);
  const largestItem = Math.max(...counted.map((batch) => batch.largestItem)) / 1024;
  const busiest = busiestPartition(counted);
  print([
    ['batches, clicks', `${units.length}, ${units.length * clicksPerBatch}`],
    [`units of the largest batch (limit ${limits.batchUnits})`, largest.toFixed(0)],
    ['units of a batch on average', (sum(units) / units.length).toFixed(0)],
    [
      'units of the largest batch that begins an hour',
      Math.max(...counted.filter(({ isFirstOfHour }) => isFirstOfHour).map((batch) => batch.units)).toFixed(
        0,
      ),
    ],
    [`KB of the largest item (limit ${limits.itemKilobytes})`, largestItem.toFixed(1)],
    [
      `units per second of the busiest partition key, at ${clicksPerSecond} clicks per second (limit ${limits.partitionUnits})`,
      busiest.toFixed(0),
    ],
  ]);
  const { folds, round } = await readProgress({ brandId: brand.id, month });
  print([
    ['rounds; folded into brands, campaigns and groups; folded into creators', `${round.round}; ${folds.summary.from}; ${folds.creators.from}`],
  ]);

  const range = `from=${date}&to=${date}`;
  for (const [name, query] of [
    ['the brand', ''],
    ['the brand by creator', '&groupBy=affiliate'],
    ['a campaign by country', `&campaignId=${program.campaigns[0]}&groupBy=country`],
    ['a creator', `&affiliateId=${program.affiliates[7]}`],
  ] as const) {
    const { token } = await newToken(brand.id, 'admin');
    const { reads } = await unitsOf(async () => {
      const { status, json } = await send('GET', `/tracking/clicks?${range}${query}`, { token });
      if (status !== 200) throw new Error(JSON.stringify(json));
      const { clicks } = json.data;
      process.stdout.write(`statistics of ${name}: ${clicks} clicks, `);
    });
    print([['read units', reads.toFixed(1)]]);
  }
  const isWithin =
    largest <= limits.batchUnits && largestItem <= limits.itemKilobytes && busiest <= limits.partitionUnits;
  if (!isWithin) process.exitCode = 1;
});

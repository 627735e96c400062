// Measures the figures of a brand with many creators: `npm run bench:many-creators -- --creators 10000`. Counts full batches of clicks of
// one day, copies the figures of this day to all days of its month, and reads statistics and reports.
import { parseArgs } from 'node:util';
import { sum } from '#lib/foundation/shared/sum.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import type { Units } from '#test/bench/meter.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import type { Batch } from '#test/support/stream.ts';

const options = {
  creators: { type: 'string', default: '10000' },
  batches: { type: 'string', default: '60' },
} as const;
const { values } = parseArgs({ options });
const [creators, batches] = [Number(values.creators), Number(values.batches)];

const [campaigns, shards, size] = [3, 4, 2000];
const bytesPerKilobyte = 1024;
const month = '2026-03';
const [day, days] = [`${month}-10`, 31];
const dayOfMonth = (nth: number): string => `${month}-${String(nth).padStart(2, '0')}`;

/** The share of a CPU of a function with 512 MB. A function with 1,769 MB has one. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
const cpuShare = 512 / 1769;
const clicksPerSecond = 5000;
const limits = { batchUnits: 3000, partitionUnitsPerSecond: 500, itemKilobytes: 64, secondsOfMonth: 3 };

interface Counted {
  readonly units: Units;
  /** CPU time of this process. */
  readonly milliseconds: number;
  readonly unitsByPartition: ReadonlyMap<string, number>;
  readonly largestItem: number;
}

const mostOf = (numbers: readonly number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number), 0);

const print = (name: string, value: number | string): void => {
  const text = typeof value === 'number' ? value.toFixed(0) : value;
  process.stdout.write(`${name}: ${text}\n`);
};

function printNumbers(name: string, numbers: readonly number[]): void {
  print(
    name,
    `${(sum(numbers) / numbers.length).toFixed(0)} on average, at most ${mostOf(numbers).toFixed(0)}`,
  );
}

/** CPU time of this process, in milliseconds. */
async function cpuTimeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

await onAnEngine(async () => {
  const { unitsOf } = await import('#test/bench/meter.ts');
  const { writesOf } = await import('./writes.ts');
  const { batchesOf, newShards, programOf } = await import('./clicks.ts');
  const { aggregate } = await import('#test/support/stream.ts');
  const { createBrand, newToken, send } = await import('#test/support/service.ts');
  const { disableStream, writeInBulk } = await import('#test/support/fill.ts');
  const { encodeSheet, sheetOf } = await import('#lib/outlets/figures/rules/sheet.ts');
  const { addFigures } = await import('#lib/outlets/figures/rules/figures.ts');
  const { figuresOfMonth } = await import('#lib/foundation/table/keys/figure-keys.ts');
  const { queryAll } = await import('#lib/foundation/table/client.ts');
  const { putNew } = await import('#lib/foundation/table/writes/write.ts');
  const { toQueryInput } = await import('#lib/foundation/table/list-query.ts');

  await disableStream();
  const { brand } = await createBrand('scale');
  const program = programOf(brand.id, creators, campaigns);
  const { token } = await newToken(brand.id, 'admin');

  const countedBatch = async (batch: Batch): Promise<Counted> => {
    let units: Units = { reads: 0, writes: 0 };
    let milliseconds = 0;
    const writes = await writesOf(async () => {
      units = await unitsOf(async () => {
        milliseconds = await cpuTimeOf(() => aggregate(batch));
      });
    });
    return { ...writes, units, milliseconds };
  };

  const multiplied = (item: Item): Item => {
    const sheet = sheetOf(item);
    for (const parts of sheet.values()) {
      for (const figures of parts.values()) {
        const ofDay = { ...figures };
        for (let nth = 1; nth < days; nth += 1) addFigures(figures, ofDay);
      }
    }
    return encodeSheet(sheet);
  };

  /** Copies the figures of the day to all days of the month, and multiplies those of the month. */
  const fillMonth = async (): Promise<void> => {
    const items: Item[] = [];
    for (const { pk, first, last } of figuresOfMonth(brand.id, month)) {
      items.push(...(await queryAll(toQueryInput({ partition: pk }, { from: first, to: last }))));
    }
    const copies = items.flatMap((item): readonly Item[] => {
      const sk = String(item.sk);
      if (!sk.includes(day)) {
        return [{ ...item, ...multiplied(item) }];
      }
      return Array.from({ length: days }, (_, nth) => ({
        ...item,
        sk: sk.replace(day, dayOfMonth(nth + 1)),
      }));
    });
    await writeInBulk(copies.map((item) => putNew({ ...item, pk: String(item.pk), sk: String(item.sk) })));
  };

  const read = async (name: string, path: string): Promise<number> => {
    let clicks = 0;
    let milliseconds = 0;
    const { reads } = await unitsOf(async () => {
      milliseconds = await cpuTimeOf(async () => {
        const { status, json } = await send('GET', path, { token });
        if (status !== 200) throw new Error(JSON.stringify(json));
        clicks = json.data.clicks ?? json.data.totals.clicks;
      });
    });
    const seconds = milliseconds / cpuShare / 1000;
    print(
      name,
      `${clicks} clicks, ${reads} read units, ${milliseconds.toFixed(0)} ms of CPU time, which take ${seconds.toFixed(1)} s with 512 MB`,
    );
    return seconds;
  };

  const counted: Counted[] = [];
  for (const batch of batchesOf(program, day, { batches, size }, newShards(shards))) {
    counted.push(await countedBatch(batch));
  }
  print('batches', counted.length);
  printNumbers(
    'write units of a batch',
    counted.map(({ units }) => units.writes),
  );
  printNumbers(
    'read units of a batch',
    counted.map(({ units }) => units.reads),
  );
  printNumbers(
    'write units of a batch in one partition',
    counted.map(({ unitsByPartition }) => mostOf([...unitsByPartition.values()])),
  );
  printNumbers(
    'CPU time of a batch, ms',
    counted.map(({ milliseconds }) => milliseconds),
  );

  await fillMonth();
  const range = (from: number, to: number): string => `from=${dayOfMonth(from)}&to=${dayOfMonth(to)}`;
  const whole = range(1, days);
  await read('the first request', `/tracking/clicks?${range(1, 1)}`);
  const seconds = await read('a month by creator', `/reports/performance?groupBy=affiliate&${whole}`);
  await read('half of a month by creator', `/reports/performance?groupBy=affiliate&${range(1, 15)}`);
  await read('a month by day', `/reports/performance?groupBy=day&${whole}`);
  await read('statistics of a month', `/tracking/clicks?${whole}`);
  await read('statistics of a month by country', `/tracking/clicks?${whole}&groupBy=country`);
  await read('statistics of a creator', `/tracking/clicks?${whole}&affiliateId=${program.affiliates[7]}`);
  const batchesPerSecond = clicksPerSecond / size;
  const highest = {
    batchUnits: mostOf(counted.map(({ units }) => units.writes)),
    partitionUnitsPerSecond:
      batchesPerSecond *
      mostOf(counted.map(({ unitsByPartition }) => mostOf([...unitsByPartition.values()]))),
    itemKilobytes: mostOf(counted.map(({ largestItem }) => largestItem)) / bytesPerKilobyte,
    secondsOfMonth: seconds,
  };
  for (const name of ['batchUnits', 'partitionUnitsPerSecond', 'itemKilobytes', 'secondsOfMonth'] as const) {
    const isWithin = highest[name] <= limits[name];
    print(name, `${highest[name].toFixed(1)}, limit ${limits[name]}${isWithin ? '' : ': exceeded'}`);
    if (!isWithin) process.exitCode = 1;
  }
});

// Counts what the click statistics of a brand with many creators write: `npm run bench:many-creators -- --creators 10000`.
import { parseArgs } from 'node:util';
import { onAnEngine } from '#test/bench/on-an-engine.ts';

const options = {
  creators: { type: 'string', default: '10000' },
  batches: { type: 'string', default: '12' },
} as const;
const { values } = parseArgs({ options });
const [creators, batches] = [Number(values.creators), Number(values.batches)];

const clicksPerBatch = 2000;
const clicksPerSecond = 5000;
const limits = { itemKilobytes: 64, batchUnits: 200, partitionUnits: 500 };

await onAnEngine(async () => {
  const { prepareTransaction } = await import('#lib/click-statistics/store/rollup-transaction.ts');
  const { rollupBatches } = await import('#lib/click-statistics/rules/rollups/apply.ts');
  const { transact } = await import('#lib/table/transact.ts');
  const { sizeOfPuts } = await import('#lib/table/writes/transaction-size.ts');
  const { newId } = await import('#lib/shared/ids.ts');
  const { generateClicks, programOf } = await import('#test/support/click-programs.ts');

  const program = programOf(newId('brand', new Date()), creators, 3);
  const unitsOfPartitions = new Map<string, number>();
  let largestItem = 0;

  /** A transaction costs two units for each started KB of an item. */
  async function unitsOfBatch(hour: string, seed: number): Promise<number> {
    let units = 0;
    for (
      let remaining = rollupBatches(generateClicks(program, hour, clicksPerBatch, seed));
      remaining.length > 0;
    ) {
      const { batches: written, puts } = await prepareTransaction(remaining);
      await transact(puts);
      for (const put of puts) {
        const bytes = sizeOfPuts([put]);
        const own = 2 * Math.ceil(bytes / 1024);
        largestItem = Math.max(largestItem, bytes);
        units += own;
        const partition = String(put.item.pk);
        unitsOfPartitions.set(partition, (unitsOfPartitions.get(partition) ?? 0) + own);
      }
      remaining = remaining.slice(written.length);
    }
    return units;
  }

  const units: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) units.push(await unitsOfBatch('2026-11-21T16', batch));
  const closing = await unitsOfBatch('2026-11-21T17', batches);
  const perSecond = clicksPerSecond / clicksPerBatch / (batches + 1);
  const busiest = Math.max(...unitsOfPartitions.values()) * perSecond;
  const lines = [
    ['units of a batch', Math.max(...units), limits.batchUnits],
    ['units of the batch that closes an hour', closing, limits.batchUnits],
    ['KB of the largest item', largestItem / 1024, limits.itemKilobytes],
    [
      `units per second of the busiest partition key at ${clicksPerSecond} clicks per second`,
      busiest,
      limits.partitionUnits,
    ],
  ] as const;
  for (const [name, value, limit] of lines)
    process.stdout.write(`${name}: ${value.toFixed(0)} (limit ${limit})\n`);
  if (lines.some(([, value, limit]) => value > limit)) process.exitCode = 1;
});

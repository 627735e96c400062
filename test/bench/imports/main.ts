// Measures an import of many creators and of their past orders: `npm run bench:imports -- [--rows 10000] [--orders 100000]`.
import { parseArgs } from 'node:util';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { maxRows } from '#lib/outlets/imports/rules/limits.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';

const number = { type: 'string', default: '10000' } as const;
const { values } = parseArgs({ options: { rows: number, orders: number } });
const rows = Number(values.rows);
const orders = Number(values.orders);
/** The queue also delivers several imports of a brand at once. */
const filesAtOnce = 2;

await onAnEngine(async () => {
  const { dynamoDb } = await import('#lib/foundation/table/client.ts');
  const { unusedCode } = await import('#test/support/creations.ts');
  const { disableStream } = await import('#test/support/fill.ts');
  const { createImport, rowsOf, startImport } = await import('#test/support/imports.ts');
  const { read } = await import('#test/support/orders.ts');
  const { runWorker } = await import('#test/support/queue-workers.ts');
  const { createBrand } = await import('#test/support/service.ts');
  let calls = 0;
  const call = dynamoDb.send.bind(dynamoDb);
  Object.assign(dynamoDb, {
    send: (operation: string, input: object) => {
      calls += 1;
      return Reflect.apply(call, undefined, [operation, input]);
    },
  });
  await disableStream();
  const { brand, admin } = await createBrand('scale');
  const lines = Array.from(
    { length: rows },
    (_, index) => `creator-${index}@creators.test,Creator ${index},${unusedCode()},${index},12.5 %`,
  );
  const seconds = async (work: () => Promise<unknown>): Promise<string> => {
    const began = performance.now();
    await work();
    return ((performance.now() - began) / 1000).toFixed(1);
  };
  let id = '';
  const stored = await seconds(async () => {
    ({ id } = await createImport(admin, ['email,name,code,id,commission', ...lines]));
  });
  const previewed = await seconds(() => rowsOf(admin, id, '?problem=true'));
  const run = (started: string) =>
    seconds(async () => {
      await startImport(admin, started);
      while ((await read(admin, `/imports/${started}`)).status === 'running')
        await runWorker('exports', { brandId: brand.id, id: started });
    });
  calls = 0;
  const imported = await run(id);
  const callsOfRow = (calls / rows).toFixed(2);
  const { progress } = await read(admin, `/imports/${id}`);
  process.stdout.write(
    `| Rows | Request, s | Preview of 1,000 rows, s | Import, s | Calls for each row | Created |\n|---|---|---|---|---|---|\n` +
      `| ${rows} | ${stored} | ${previewed} | ${imported} | ${callsOfRow} | ${progress.created} |\n`,
  );
  const linesOfOrders = Array.from(
    { length: orders },
    (_, index) => `o-${index},creator-${index % rows}@creators.test,20,2,2025-03-01`,
  );
  const header = 'order,email,amount,commission,date';
  const files: string[] = [];
  for (let start = 0; start < orders; start += maxRows) {
    const lines = [header, ...linesOfOrders.slice(start, start + maxRows)];
    files.push((await createImport(admin, lines, { type: 'orders' })).id);
  }
  calls = 0;
  const recorded = await seconds(() => forEachConcurrently(files, filesAtOnce, run));
  let recordedOrders = 0;
  for (const file of files) recordedOrders += (await read(admin, `/imports/${file}`)).progress.created;
  process.stdout.write(
    `\n| Orders | Files | Import, s | Calls for each row | Created |\n|---|---|---|---|---|\n` +
      `| ${orders} | ${files.length} | ${recorded} | ${(calls / orders).toFixed(2)} | ${recordedOrders} |\n`,
  );
  const { user, system } = process.cpuUsage();
  const microseconds = 1_000_000;
  process.stdout.write(`\nCPU time without the engine: ${((user + system) / microseconds).toFixed(0)} s\n`);
});

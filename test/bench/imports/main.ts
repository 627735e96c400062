// Measures an import of many creators and of their past orders: `npm run bench:imports -- [--rows 10000] [--orders 10000]`.
import { parseArgs } from 'node:util';
import { onAnEngine } from '#test/bench/on-an-engine.ts';

const number = { type: 'string', default: '10000' } as const;
const { values } = parseArgs({ options: { rows: number, orders: number } });
const rows = Number(values.rows);
const orders = Number(values.orders);

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
      calls = 0;
      while ((await read(admin, `/imports/${started}`)).status === 'running')
        await runWorker('exports', { brandId: brand.id, id: started });
    });
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
  const ofOrders = await createImport(admin, [header, ...linesOfOrders], { type: 'orders' });
  const recorded = await run(ofOrders.id);
  const { progress: recordedOrders } = await read(admin, `/imports/${ofOrders.id}`);
  process.stdout.write(
    `\n| Orders | Import, s | Calls for each row | Created |\n|---|---|---|---|\n` +
      `| ${orders} | ${recorded} | ${(calls / orders).toFixed(2)} | ${recordedOrders.created} |\n`,
  );
});

// Measures an import of many creators: `npm run bench:imports -- [--rows 10000]`.
import { parseArgs } from 'node:util';
import { onAnEngine } from '#test/bench/on-an-engine.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '10000' } } });
const rows = Number(values.rows);

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
  const imported = await seconds(async () => {
    await startImport(admin, id);
    calls = 0;
    while ((await read(admin, `/imports/${id}`)).status === 'running')
      await runWorker('exports', { brandId: brand.id, id });
  });
  const callsOfRow = (calls / rows).toFixed(2);
  const { progress } = await read(admin, `/imports/${id}`);
  process.stdout.write(
    `| Rows | Request, s | Preview of 1,000 rows, s | Import, s | Calls for each row | Created |\n|---|---|---|---|---|---|\n` +
      `| ${rows} | ${stored} | ${previewed} | ${imported} | ${callsOfRow} | ${progress.created} |\n`,
  );
});

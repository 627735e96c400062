// Measures an export of many rows: `npm run bench:exports -- [--rows 1000000]`. The process that exports has a heap of 128 MB, so it
// fails if its memory grows with the rows.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onAnEngine } from '#test/bench/on-an-engine.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const megabyte = 1024 * 1024;

await onAnEngine(async () => {
  const { newAffiliate } = await import('#lib/program/affiliates/rules/new-affiliate.ts');
  const { addAffiliate } = await import('#lib/program/affiliates/writes.ts');
  const { disableStream, writeInBulk } = await import('#test/support/fill.ts');
  const { createBrand } = await import('#test/support/service.ts');
  const { createExport } = await import('#test/support/creations.ts');
  await disableStream();
  const { brand, admin } = await createBrand('scale');
  const first = Date.now() - rows - 60_000;
  function* creators() {
    for (let index = 0; index < rows; index += 1) {
      const input = {
        email: `creator-${index}@creators.test`,
        trackingCode: `${brand.id.slice(-8)}-${index}`,
      };
      const affiliate = newAffiliate(input, brand, new Date(first + index));
      yield* addAffiliate(affiliate, brand).filter(
        (write) => write.kind === 'put' && write.item.id === affiliate.id,
      );
    }
  }
  await writeInBulk(creators());
  const { id } = await createExport(admin);
  const worker = join(import.meta.dirname, 'worker.ts');
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=128', worker, brand.id, id],
    {
      env: process.env,
    },
  );
  if (status !== 0) throw new Error(stderr.toString());
  const { peak, file, done } = JSON.parse(stdout.toString());
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `| Rows | File, MB | Seconds | Peak memory, MB |\n|---|---|---|---|\n` +
      `| ${done} | ${(statSync(file).size / megabyte).toFixed(0)} | ${seconds.toFixed(0)} | ${(peak / 1024).toFixed(0)} |\n`,
  );
});

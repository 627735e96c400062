// Completes one export in a process of its own, and prints its peak memory.
import { join } from 'node:path';
import { getBrandClock } from '#lib/brands/store/lookup.ts';
import { readEntries } from '#lib/events/store/trail-entries.ts';
import { presenter } from '#lib/exports/present/rows.ts';
import { objectKey } from '#lib/exports/rules/export.ts';
import { continueExport } from '#lib/exports/store/advance.ts';
import { findExport } from '#lib/exports/store/exports.ts';
import { environment } from '#lib/shared/environment.ts';

const [brandId = '', id = ''] = process.argv.slice(2);
let found = await findExport(brandId, id);
while (found?.status === 'preparing') {
  await continueExport(found, { ...presenter, readEntries, getClock: getBrandClock });
  found = await findExport(brandId, id);
}
if (found?.status !== 'ready') throw new Error(`The export is ${found?.status}`);
const file = join(environment.EXPORTS_DIRECTORY ?? '', objectKey(found));
const { maxRSS: peak } = process.resourceUsage();
process.stdout.write(JSON.stringify({ peak, file, done: found.rows }));

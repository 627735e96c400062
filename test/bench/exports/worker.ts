// Completes one export in a process of its own, and prints its peak memory.
import { join } from 'node:path';
import { getBrandClock } from '#lib/access/brands/store/lookup.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { presenter } from '#lib/outlets/exports/present/rows.ts';
import { objectKey } from '#lib/outlets/exports/rules/export.ts';
import { continueExport } from '#lib/outlets/exports/store/advance.ts';
import { findExport } from '#lib/outlets/exports/store/exports.ts';
import { readEntries } from '#lib/record/events/store/trail-entries.ts';

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

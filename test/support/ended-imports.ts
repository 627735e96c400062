// Ends an import as if its worker had created a creator.
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { ended } from '#lib/outlets/imports/rules/import.ts';
import { getImport } from '#lib/outlets/imports/store/imports.ts';
import { changeImport, putResult } from '#lib/outlets/imports/writes.ts';

export interface EndedImport {
  readonly brandId: string;
  readonly id: string;
  readonly affiliateId: string;
}

export async function endImport({ brandId, id, affiliateId }: EndedImport): Promise<void> {
  const found = await getImport(brandId, id);
  const counts = { ...found.counts, create: 1 };
  await transact([
    changeImport(found, { ...ended(found, null, now()), run: 1, next: 1, counts }),
    putResult(found, 2, { action: 'create', affiliateId, problems: [] }),
  ]);
}

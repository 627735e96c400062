import { getBrand, getBrandClock as getClock } from '#lib/access/brands/store/lookup.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { type QueueEvent, type WorkItem, workItemsIn } from '#lib/foundation/shared/queues.ts';
import { readReferencedItemsTogether } from '#lib/money/conversions/store/read-together.ts';
import { prepareConversion } from '#lib/money/conversions/store/record.ts';
import { prepareUndo } from '#lib/money/conversions/store/undo.ts';
import { presenter } from '#lib/outlets/exports/present/rows.ts';
import { continueExport } from '#lib/outlets/exports/store/advance.ts';
import { continueImport } from '#lib/outlets/imports/store/advance.ts';
import { readEntries } from '#lib/record/events/store/trail-entries.ts';

const operations = { prepareConversion, readReferencedItemsTogether, prepareUndo };

const continueItem = (item: WorkItem): Promise<void> =>
  isIdOf('import', item.id)
    ? continueImport(item, { getClock, getBrand, operations })
    : continueExport(item, { ...presenter, readEntries, getClock });

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await continueItem(item);
}

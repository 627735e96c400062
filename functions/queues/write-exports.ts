import { getBrandClock as getClock } from '#lib/access/brands/store/lookup.ts';
import { type QueueEvent, workItemsIn } from '#lib/foundation/shared/queues.ts';
import { presenter } from '#lib/outlets/exports/present/rows.ts';
import { continueExport } from '#lib/outlets/exports/store/advance.ts';
import { readEntries } from '#lib/record/events/store/trail-entries.ts';

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await continueExport(item, { ...presenter, readEntries, getClock });
}

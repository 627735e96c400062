import { getBrandClock as getClock } from '#lib/brands/store/lookup.ts';
import { readEntries } from '#lib/events/store/trail-entries.ts';
import { presenter } from '#lib/exports/present/rows.ts';
import { continueExport } from '#lib/exports/store/advance.ts';
import { type QueueEvent, workItemsIn } from '#lib/shared/queues.ts';

/** SQS delivers a message again if the function fails. */
export async function handler(event: QueueEvent): Promise<void> {
  for (const item of workItemsIn(event)) await continueExport(item, { ...presenter, readEntries, getClock });
}

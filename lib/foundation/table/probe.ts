// Checks that the table responds, by reading an item that never exists. A probe throws a 503 if the table does not respond.

import { keys } from '#lib/foundation/table/keys/keys.ts';
import { getItem, getItems } from './client.ts';

export async function probeTable(): Promise<void> {
  await getItem(keys.probe());
}

/** For a function that may only read batches. */
export async function probeTableByBatch(): Promise<void> {
  await getItems([keys.probe()]);
}

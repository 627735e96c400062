// Asks the table for an item that is never there: it answers, or this throws (503).

import { keys } from '#lib/table/keys/keys.ts';
import { getItem, getItems } from './client.ts';

export async function probeTable(): Promise<void> {
  await getItem(keys.probe());
}

/** The same by each action that a role may have. */
export const probes = {
  BatchGetItem: async (): Promise<void> => {
    await getItems([keys.probe()]);
  },
  GetItem: probeTable,
};
export type TableProbe = keyof typeof probes;

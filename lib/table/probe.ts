// Asks the table for an item that is never there: it answers, or this throws (503).
import { getItem } from './client.ts';
import { keys } from './keys.ts';

export async function probeTable(): Promise<void> {
  await getItem(keys.probe());
}

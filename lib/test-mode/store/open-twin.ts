// Reads the test twin of a brand, and creates it at its first use.
import { type Brand, storedBrand } from '#lib/brands/schema.ts';
import { getItem } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite } from '#lib/table/writes/write.ts';
import { newTwin, newTwinState, withPlanOf } from '#lib/test-mode/rules/twin.ts';
import { storedTwinState, type TwinState } from '#lib/test-mode/schema/stored.ts';
import { addTwin } from '#lib/test-mode/writes.ts';

export const parseTwinState = (item: Item | undefined): TwinState =>
  item === undefined ? newTwinState : storedTwinState.parse(item);

/** `now` is the real time. */
export async function openTwin(
  live: Brand,
  state: TwinState,
  found: Item | undefined,
  now: Date,
): Promise<Brand> {
  const twin = found === undefined ? await createTwin(newTwin(live, state, now)) : storedBrand.parse(found);
  return withPlanOf(twin, live);
}

async function createTwin(twin: Brand): Promise<Brand> {
  try {
    await transact(addTwin(twin));
    return twin;
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
    return storedBrand.parse(await getItem(keys.brand(twin.id)));
  }
}

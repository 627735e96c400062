// Reads the test twin of a brand, and creates it at its first change.
import { type Brand, storedBrand } from '#lib/brands/schema.ts';
import { getItem } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { transact } from '#lib/table/transact.ts';
import { isStaleWrite } from '#lib/table/writes/write.ts';
import { newTwin, newTwinState, withPolicyOf } from '#lib/test-mode/rules/twin.ts';
import { storedTwinState, type TwinState } from '#lib/test-mode/schema/stored.ts';
import { addTwin } from '#lib/test-mode/writes.ts';

export const parseTwinState = (item: Item | undefined): TwinState =>
  item === undefined ? newTwinState : storedTwinState.parse(item);

/**
 * Returns the twin that is stored, or else the one that its first change creates. Its clock is the one of the state, which decides the time of
 * the request, because a concurrent move can lie between the two reads. `now` is the real time.
 */
export const parseTwin = (live: Brand, state: TwinState, found: Item | undefined, now: Date): Brand =>
  found === undefined
    ? newTwin(live, state, now)
    : { ...withPolicyOf(storedBrand.parse(found), live), clockOffset: state.clockOffset };

/** Returns the twin of a concurrent request if that was faster. */
export async function createTwin(twin: Brand): Promise<Brand> {
  try {
    await transact(addTwin(twin));
    return twin;
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
    const stored = storedBrand.parse(await getItem(keys.brand(twin.id)));
    return { ...withPolicyOf(stored, twin), clockOffset: twin.clockOffset };
  }
}

// Reads the test twin of a brand, and creates it at its first change.
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { newTwin, newTwinState, withPolicyOf } from '#lib/access/test-mode/rules/twin.ts';
import { storedTwinState, type TwinState } from '#lib/access/test-mode/schema/stored.ts';
import { addTwin } from '#lib/access/test-mode/writes.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';

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

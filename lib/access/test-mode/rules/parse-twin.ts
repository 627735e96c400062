// Reads test twins, and the state that leads to them, from their items.
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { storedTwinState, type TwinState } from '#lib/access/test-mode/schema/stored.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { newTwin, newTwinState, withPolicyOf } from './twin.ts';

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

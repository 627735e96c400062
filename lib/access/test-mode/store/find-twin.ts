// Finds the test twin of a brand for background work.
import type { Brand } from '#lib/access/brands/schema.ts';
import { parseTwin, parseTwinState } from '#lib/access/test-mode/rules/parse-twin.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { createTwin } from './open-twin.ts';

/** Creates the twin if nobody has used it yet. `now` is the real time. */
export async function openTwin(live: Brand, now: Date): Promise<Brand> {
  const state = parseTwinState(await getItem(keys.testTwin(live.id)));
  const found = await getItem(keys.brand(twinIdOf(live.id, state.generation)));
  const twin = parseTwin(live, state, found, now);
  return found === undefined ? createTwin(twin) : twin;
}

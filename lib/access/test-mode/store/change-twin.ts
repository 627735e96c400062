// Moves the clock of a test twin, and resets it.
import type { Brand } from '#lib/access/brands/schema.ts';
import { parseTwinState } from '#lib/access/test-mode/rules/parse-twin.ts';
import { newTwin } from '#lib/access/test-mode/rules/twin.ts';
import { addTwin, changeState, forgetTwin, setClock } from '#lib/access/test-mode/writes.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';

const readState = async (brandId: string) => parseTwinState(await getItem(keys.testTwin(brandId)));

/**
 * The clock never goes back, so a concurrent move to a later time wins. A concurrent reset wins as well: it has discarded the twin that
 * the request was for, so the move writes nothing. `now` is the real time.
 */
export const moveClock = (twin: Brand, brandId: string, target: Date, now: Date): Promise<Brand> =>
  retryOnConflict(async () => {
    const before = await readState(brandId);
    const offset = target.getTime() - now.getTime();
    if (twinIdOf(brandId, before.generation) !== twin.id) return { ...twin, clockOffset: offset };
    const clockOffset = Math.max(before.clockOffset, offset);
    if (clockOffset > before.clockOffset) {
      const after = { ...before, clockOffset };
      await transact([changeState(brandId, before, after), setClock(twin.id, clockOffset)]);
    }
    return { ...twin, clockOffset };
  });

/** Begins a new, empty twin with the real time and the settings of the live brand. */
export const resetTwin = (live: Brand, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const before = await readState(live.id);
    const after = { generation: before.generation + 1, clockOffset: 0 };
    await transact([
      changeState(live.id, before, after),
      forgetTwin(twinIdOf(live.id, before.generation)),
      ...addTwin(newTwin(live, after, now)),
    ]);
  });

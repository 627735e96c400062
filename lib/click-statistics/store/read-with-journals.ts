// Reads rollups together with the journals of the same months.
import type { Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { HourRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import { getItems } from '#lib/table/client.ts';
import { type OpenHours, planOpenHours } from './open-hours.ts';
import { type Journals, readJournals } from './read-journals.ts';

/** The input of a reader of rollups, which reads the closed hours itself. */
export interface RollupRead {
  readonly scope: Scope;
  readonly time: HourRange;
  readonly openHours: OpenHours;
  /** A promise, because the rollups are read at the same time. */
  readonly journals: Promise<Journals>;
}

/**
 * Reads again if a journal has just been moved to the rollups, because the open hours may be those from before the move. This is
 * rare: a journal is moved at most once.
 */
export async function readWithJournals<Result>(
  scope: Scope,
  time: HourRange,
  openHours: OpenHours,
  read: (from: RollupRead) => Promise<Result>,
): Promise<Result> {
  const journals = readJournals(scope, time);
  const [result, { hasJustMoved }] = await Promise.all([
    read({ scope, time, openHours, journals }),
    journals,
  ]);
  if (!hasJustMoved) return result;
  const { keys, parse } = planOpenHours(scope, time);
  return read({ scope, time, openHours: parse(await getItems(keys)), journals });
}

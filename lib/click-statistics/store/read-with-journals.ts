// Reads rollups together with the journals and the buffers of the same months.
import { monthOfHour } from '#lib/click-statistics/rules/rollups/items.ts';
import type { Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { type HourRange, splitByMonth } from '#lib/click-statistics/rules/rollups/spans.ts';
import { unavailable } from '#lib/shared/errors.ts';
import { getItems, queryAll } from '#lib/table/client.ts';
import type { Item } from '#lib/table/keys/item.ts';
import type { KeyRange } from '#lib/table/keys/rollup-keys.ts';
import { toQueryInput } from '#lib/table/list-query.ts';
import { pause } from '#lib/table/pause.ts';
import { type OpenHours, planOpenHours } from './open-hours.ts';
import { type Journals, readJournals } from './read-journals.ts';
import { progressText, readFolds, readWideMonth, type WideMonth } from './wide-months/read-wide-months.ts';

type ReadBetween = (month: string, range: KeyRange) => Promise<readonly Item[]>;

/** The input of a reader of rollups, which reads the closed hours itself. */
export interface RollupRead {
  readonly scope: Scope;
  readonly time: HourRange;
  readonly openHours: OpenHours;
  /** A promise, because the rollups are read at the same time. */
  readonly journals: Promise<Journals>;
  /** The changes of wide months that are not in rollups yet. */
  readonly wide: ReadonlyMap<string, WideMonth>;
  readonly readBetween: ReadBetween;
}

type Read<Result> = (from: RollupRead) => Promise<Result>;

const readItems: ReadBetween = (_, { pk, first, last }) =>
  queryAll(toQueryInput({ partition: pk }, { from: first, to: last }));

/** Reads each range once. */
function readOnce(): ReadBetween {
  const reads = new Map<string, Promise<readonly Item[]>>();
  return (month, range) => {
    const name = JSON.stringify(range);
    const read = reads.get(name) ?? readItems(month, range);
    reads.set(name, read);
    return read;
  };
}

/**
 * Reads again if a journal has just been moved to the rollups, because the open hours may be those from before the move. This is
 * rare: a journal is moved at most once. Also reads the rollups of wide months again.
 */
export async function readWithJournals<Result>(
  scope: Scope,
  time: HourRange,
  openHours: OpenHours,
  read: Read<Result>,
): Promise<Result> {
  const journals = readJournals(scope, time);
  const first = { scope, time, openHours, journals, wide: new Map(), readBetween: readOnce() };
  const [result, known] = await Promise.all([read(first), journals]);
  const { wideMonths, hasJustMoved } = known;
  if (wideMonths.length > 0) return readWide(first, known, read);
  if (!hasJustMoved) return result;
  const { keys, parse } = planOpenHours(scope, time);
  return read({ ...first, openHours: parse(await getItems(keys)), readBetween: readItems });
}

const maxAttempts = 8;

/** Reads the rollups of other months only once, unless a journal has just been moved to them. */
async function readWide<Result>(
  first: RollupRead,
  { wideMonths, hasJustMoved }: Journals,
  read: Read<Result>,
): Promise<Result> {
  const { scope, time } = first;
  const isFresh = (month: string): boolean => hasJustMoved || wideMonths.includes(month);
  const unchanged = first.openHours.hours.filter(({ hour }) => !isFresh(monthOfHour(hour)));
  const { keys, parse } = planOpenHours(scope, time);
  const ranges = splitByMonth(time).filter(({ month }) => wideMonths.includes(month));
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const folds = await readFolds(scope.brandId, wideMonths);
    const [open, ...months] = await Promise.all([
      getItems(keys),
      ...ranges.map(async (range) => {
        const ofMonth = folds.get(range.month);
        return ofMonth === undefined
          ? []
          : [[range.month, await readWideMonth(scope, range, ofMonth)] as const];
      }),
    ]);
    const result = await read({
      ...first,
      openHours: {
        hours: [...unchanged, ...parse(open).hours.filter(({ hour }) => isFresh(monthOfHour(hour)))],
      },
      wide: new Map(months.flat()),
      readBetween: (month, range) => (isFresh(month) ? readItems : first.readBetween)(month, range),
    });
    const after = await readFolds(scope.brandId, wideMonths);
    if (progressText(scope, folds) === progressText(scope, after)) return result;
    await pause(attempt);
  }
  throw unavailable(new Error('The clicks were folded during every attempt to read them'));
}

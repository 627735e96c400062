// Reads the changes of wide months that the rollups of a scope do not have yet, for statistics.
import { emptySketch, mergeSketch, type Sketch } from '#lib/click-statistics/rules/cardinality/sketch.ts';
import { inScope } from '#lib/click-statistics/rules/journal/figures.ts';
import { bufferGroups, creatorGroupOf } from '#lib/click-statistics/rules/rollups/creator-groups.ts';
import {
  dayOfHour,
  hourOfDay,
  type OpenHour,
  parseOpen,
  parseVisitors,
  rollupItemKeys,
} from '#lib/click-statistics/rules/rollups/items.ts';
import { groupsOfScope, hasSketch, type Scope } from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { MonthRange } from '#lib/click-statistics/rules/rollups/spans.ts';
import { type Folds, parseFolds, wideKeys } from '#lib/click-statistics/rules/wide-months/items.ts';
import {
  bufferGroupOfScope,
  isFolded,
  progressOf,
  type ScopeProgress,
} from '#lib/click-statistics/rules/wide-months/passes.ts';
import { parseHour } from '#lib/shared/time-zones.ts';
import { getItems } from '#lib/table/client.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import { type BufferedChanges, readBuffer } from './read-buffer.ts';

export interface GroupOfMonth {
  readonly month: string;
  readonly scope: Scope;
  readonly openHours: readonly OpenHour[];
}

export interface WideMonth {
  /** The changes that the rollups of the scope do not have. */
  readonly deltas: readonly ClickDelta[];
  /** The visitors in the rollups of the dates of these changes. Only for a scope with a sketch. */
  readonly sketches: ReadonlyMap<string, Sketch>;
  readonly groups: readonly GroupOfMonth[];
  /** The changes that the rollups of the groups do not have. */
  readonly deltasOfGroups: readonly ClickDelta[];
}

export type FoldsByMonth = ReadonlyMap<string, Folds>;

export async function readFolds(brandId: string, months: readonly string[]): Promise<FoldsByMonth> {
  const items = await getItems(months.map((month) => wideKeys.folds({ brandId, month })));
  return new Map(months.map((month, index) => [month, parseFolds(items[index])]));
}

/** Two texts are equal if the rollups of the scope and of its groups have the same changes. */
export const progressText = (scope: Scope, folds: FoldsByMonth): string =>
  JSON.stringify(
    [...folds.values()].flatMap((ofMonth) =>
      [scope, ...groupsOfScope(scope)].map((own) => progressOf(ofMonth, own)),
    ),
  );

function unfolded(
  buffered: readonly BufferedChanges[],
  progressOfDelta: (delta: ClickDelta) => ScopeProgress,
): readonly ClickDelta[] {
  return buffered.flatMap(({ round, deltas }) =>
    deltas.filter((delta) => !isFolded(progressOfDelta(delta), round, delta)),
  );
}

/** The open hour can be outside the time of a request, but its visitors are not new in a later hour of the same day. */
async function readSketches(
  scope: Scope,
  month: string,
  deltas: readonly ClickDelta[],
): Promise<ReadonlyMap<string, Sketch>> {
  if (!hasSketch(scope.kind)) return new Map();
  const dates = [...new Set(deltas.map(({ hour }) => dayOfHour(hour)))];
  const keys = [
    rollupItemKeys.open(scope, month),
    ...dates.map((date) => rollupItemKeys.visitors(scope, date)),
  ];
  const [openItem, ...items] = await getItems(keys);
  const open = openItem === undefined ? undefined : parseOpen(scope.kind, openItem);
  return new Map(
    dates.map((date, index) => {
      const item = items[index];
      const closed = item === undefined ? emptySketch() : parseVisitors(item);
      if (open === undefined || dayOfHour(open.hour) !== date) return [date, closed];
      return [date, mergeSketch(closed, open.visitors, hourOfDay(open.hour))];
    }),
  );
}

async function readGroups(
  scopes: readonly Scope[],
  { month, time }: MonthRange,
): Promise<readonly GroupOfMonth[]> {
  const items = await getItems(scopes.map((scope) => rollupItemKeys.open(scope, month)));
  return scopes.map((scope, index): GroupOfMonth => {
    const item = items[index];
    const openHours = item === undefined ? [] : [parseOpen(scope.kind, item)];
    const isInTime = ({ hour }: OpenHour): boolean => {
      const at = parseHour(hour);
      return at >= time.from && at < time.to;
    };
    return { month, scope, openHours: openHours.filter(isInTime) };
  });
}

/** `folds` must have been read before. The caller reads them again afterwards, and repeats all reads if they have changed. */
export async function readWideMonth(scope: Scope, range: MonthRange, folds: Folds): Promise<WideMonth> {
  const id = { brandId: scope.brandId, month: range.month };
  const scopes = groupsOfScope(scope);
  const own = progressOf(folds, scope);
  const ofGroups = scopes.map((group) => progressOf(folds, group));
  const from = Math.min(...[own, ...ofGroups].map((progress) => progress.from));
  const groups = hasSketch(scope.kind)
    ? Array.from({ length: bufferGroups }, (_, group) => group)
    : [bufferGroupOfScope(scope)];
  const [buffered, openGroups] = await Promise.all([
    readBuffer(id, groups, { from, to: Number.POSITIVE_INFINITY }),
    readGroups(scopes, range),
  ]);
  const changes = buffered.map(({ round, deltas }) => ({ round, deltas: inScope(scope, deltas) }));
  const deltas = unfolded(changes, () => own);
  return {
    deltas,
    sketches: await readSketches(scope, range.month, deltas),
    groups: openGroups,
    deltasOfGroups:
      scopes.length === 0
        ? []
        : unfolded(changes, ({ affiliateId }) => ofGroups[creatorGroupOf(affiliateId)] ?? own),
  };
}

// Determines which changes of a wide month the rollups of a scope already have, and what a fold adds next.
import { type RollupBatch, rollupBatches } from '#lib/click-statistics/rules/rollups/apply.ts';
import { bufferGroupOf, bufferGroups } from '#lib/click-statistics/rules/rollups/creator-groups.ts';
import {
  creatorGroupOfScope,
  hasSketch,
  type Scope,
  wideScopesOf,
} from '#lib/click-statistics/rules/rollups/scopes.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';
import type { FoldName, Folds, Pass } from './items.ts';

/** A pass has a stage for brands and campaigns, whose changes are in all groups, and then one for each group of the buffer. */
export const lastStage = bufferGroups;
const firstStages: Readonly<Record<FoldName, number>> = { summary: 0, creators: 1 };

const foldOf = ({ kind }: Scope): FoldName => (kind === 'affiliate' ? 'creators' : 'summary');

export const bufferGroupOfScope = (scope: Scope): number => bufferGroupOf(creatorGroupOfScope(scope));
const stageOf = (scope: Scope): number => (hasSketch(scope.kind) ? 0 : 1 + bufferGroupOfScope(scope));

export const stageAfter = (fold: FoldName, after: string): number =>
  after === '' ? firstStages[fold] : Number(after.split(' ')[0]);

/** The groups whose changes a stage adds. */
export const groupsOfStage = (stage: number): readonly number[] =>
  stage === 0 ? Array.from({ length: bufferGroups }, (_, group) => group) : [stage - 1];

/** A pass adds the changes in the order of these names. */
const nameOf = (scope: Scope, hour: string): string => `${stageOf(scope)} ${scope.name} ${hour}`;

/** The rollups of a scope have the changes of rounds before `from`, and those of rounds before `to` up to `hour`. */
export interface ScopeProgress {
  readonly from: number;
  readonly to: number;
  readonly hour: string;
}

/** Two progresses are equal if the scope has the same changes in its rollups. */
export function progressOf(folds: Folds, scope: Scope): ScopeProgress {
  const { from, to, after }: Pass = folds[foldOf(scope)];
  const first = nameOf(scope, '');
  if (after > `${first}~`) return { from: to, to, hour: '' };
  return after > first ? { from, to, hour: after.slice(first.length) } : { from, to: from, hour: '' };
}

export const isFolded = ({ from, to, hour }: ScopeProgress, round: number, delta: ClickDelta): boolean =>
  round < from || (round < to && delta.hour <= hour);

/** The name of the last change in a batch of a fold. */
export const endOf = ({ scope, deltas }: RollupBatch): string =>
  deltas.map(({ hour }) => nameOf(scope, hour)).reduce((last, name) => (name > last ? name : last), '');

/** Returns what a stage still has to add. `deltas` are the changes of all rounds of the pass in the groups of the stage. */
export function batchesOfStage(
  fold: FoldName,
  stage: number,
  deltas: readonly ClickDelta[],
  after: string,
): readonly RollupBatch[] {
  const isNext = (delta: ClickDelta) => (scope: Scope) =>
    foldOf(scope) === fold && stageOf(scope) === stage && nameOf(scope, delta.hour) > after;
  return rollupBatches(deltas, (delta) => wideScopesOf(delta).filter(isNext(delta))).toSorted((one, other) =>
    nameOf(one.scope, '') < nameOf(other.scope, '') ? -1 : 1,
  );
}

/** Returns the first half of the hours of a batch, or undefined if it has only one. */
export function firstHours(batch: RollupBatch): RollupBatch | undefined {
  const hours = [...new Set(batch.deltas.map(({ hour }) => hour))].sort();
  if (hours.length < 2) return undefined;
  const last = hours[Math.ceil(hours.length / 2) - 1] ?? '';
  return { ...batch, deltas: batch.deltas.filter(({ hour }) => hour <= last) };
}

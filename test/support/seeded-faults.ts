// Faults drawn by seed: which call of an operation fails, and how, is the same each time, whatever the others do.
import { chanceFor } from './chance.ts';
import type { Decide } from './engine-proxy.ts';
import { type Fault, faults } from './faults.ts';

const writesOne = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** What each kind of fault is to an operation; undefined where it cannot meet it. `variant`: from 0 up to 1, drawn for the call. */
const kinds = {
  throttled: (operation, variant) =>
    operation === 'TransactWriteItems' && variant < 0.5 ? faults.throttledTransaction : faults.throttled,
  internal: () => faults.internal,
  conflict: (operation) => {
    if (operation === 'TransactWriteItems') return faults.conflict;
    return writesOne.includes(operation) ? faults.conflictOfOne : undefined;
  },
  away: () => faults.away,
  lost: () => faults.lost,
  late: () => faults.late,
  hung: () => faults.hung,
  unprocessed: (operation) => (operation === 'BatchGetItem' ? faults.unprocessed : undefined),
} as const satisfies Record<string, (operation: string, variant: number) => Fault | undefined>;

export type FaultKind = keyof typeof kinds;
export const faultKinds = Object.keys(kinds) as readonly FaultKind[];

/** How likely each kind is, of all calls that it can meet: from 0 to 1, and 1 at most together. */
export type Rates = Readonly<Partial<Record<FaultKind, number>>>;

export interface Counts {
  /** By operation: all calls. */
  readonly calls: Readonly<Record<string, number>>;
  /** By kind: those that failed. */
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
}

export interface SeededFaults {
  readonly decide: Decide;
  /** What has happened until now. */
  readonly counts: () => Counts;
}

export function seededFaults(seed: number, rates: Rates): SeededFaults {
  const calls: Record<string, number> = {};
  const counted: Partial<Record<FaultKind, number>> = {};
  const chances = new Map<string, ReturnType<typeof chanceFor>>();

  function kindDrawn(draw: number): FaultKind | undefined {
    let sum = 0;
    return faultKinds.find((kind) => {
      sum += rates[kind] ?? 0;
      return draw < sum;
    });
  }

  const decide: Decide = ({ operation }) => {
    calls[operation] = (calls[operation] ?? 0) + 1;
    const chance = chances.get(operation) ?? chanceFor(seed, operation);
    chances.set(operation, chance);
    // Always both, so that a call's place in the order is all that its fate depends on.
    const [draw, variant] = [chance.next(), chance.next()];
    const kind = kindDrawn(draw);
    const fault = kind === undefined ? undefined : kinds[kind](operation, variant);
    if (kind !== undefined && fault !== undefined) counted[kind] = (counted[kind] ?? 0) + 1;
    return fault;
  };
  return { decide, counts: () => ({ calls: { ...calls }, faults: { ...counted } }) };
}

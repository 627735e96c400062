// Faults drawn by seed: which call of an operation fails, and how, is the same each time, whatever the others do.
import { chanceFor } from './chance.ts';
import type { Decide } from './engine-proxy.ts';
import { conflicts, type Fault, faults } from './faults.ts';

const writesOne = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** What each kind of fault is to an operation; undefined where it cannot meet it. `variant`: from 0 up to 1, drawn for the call. */
const kinds = {
  throttled: (operation, variant) =>
    operation === 'TransactWriteItems' && variant < 0.5 ? faults.throttledTransaction : faults.throttled,
  internal: () => faults.internal,
  conflict: (operation, variant) => {
    if (operation === 'TransactWriteItems') return conflicts[Math.floor(variant * conflicts.length)];
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
export interface Rates extends Readonly<Partial<Record<FaultKind, number>>> {
  /**
   * How likely it is that a call that has failed goes on failing when it is sent again just as it was: for so long that a
   * client gives it up, mostly. One that hung does not: each time takes as long as a client waits.
   */
  readonly stubborn?: number;
}

/** So many that a service of few requests meets all kinds, and says now and then that it is busy. */
export const manyFaults = {
  throttled: 0.03,
  internal: 0.03,
  conflict: 0.06,
  away: 0.03,
  lost: 0.05,
  late: 0.03,
  hung: 0.01,
  unprocessed: 0.03,
  stubborn: 0.15,
} as const satisfies Rates;

/** Fewer of each, for thousands of requests: what hangs is waited for. */
export const fewFaults = {
  throttled: 0.01,
  internal: 0.01,
  conflict: 0.04,
  away: 0.01,
  lost: 0.03,
  late: 0.01,
  hung: 0.0005,
  unprocessed: 0.01,
  stubborn: 0.1,
} as const satisfies Rates;

/** How often a stubborn call fails once more. A client sends it three times more, and a transaction in conflict eleven times. */
const [fewestRepeats, mostRepeats] = [3, 12];

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
  /** By what was asked. */
  const stubborn = new Map<string, { readonly kind: FaultKind; readonly fault: Fault; left: number }>();

  function kindDrawn(draw: number): FaultKind | undefined {
    let sum = 0;
    return faultKinds.find((kind) => {
      sum += rates[kind] ?? 0;
      return draw < sum;
    });
  }

  const count = (kind: FaultKind): void => {
    counted[kind] = (counted[kind] ?? 0) + 1;
  };

  const decide: Decide = ({ operation, body }) => {
    calls[operation] = (calls[operation] ?? 0) + 1;
    const again = stubborn.get(body);
    if (again !== undefined && again.left > 0) {
      again.left -= 1;
      count(again.kind);
      return again.fault;
    }
    const chance = chances.get(operation) ?? chanceFor(seed, operation);
    chances.set(operation, chance);
    // Always all, so that a call's place in the order is what its fate depends on.
    const [draw, variant, stays] = [chance.next(), chance.next(), chance.next()];
    const left = chance.between(fewestRepeats, mostRepeats);
    const kind = kindDrawn(draw);
    const fault = kind === undefined ? undefined : kinds[kind](operation, variant);
    if (kind === undefined || fault === undefined) return undefined;
    count(kind);
    if (kind !== 'hung' && stays < (rates.stubborn ?? 0)) stubborn.set(body, { kind, fault, left });
    return fault;
  };
  return { decide, counts: () => ({ calls: { ...calls }, faults: { ...counted } }) };
}

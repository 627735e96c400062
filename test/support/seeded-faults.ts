// Chooses faults by seed. The fault of a call depends only on the seed, the operation and the number of the call.

import type { Decide } from './engine-proxy.ts';
import { conflicts, type Fault, faults } from './faults.ts';
import { seededRandom } from './random.ts';

const writesOne = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** Returns the fault of a kind, or undefined if the kind does not apply to the operation. `variant` is random in [0, 1). */
const kinds = {
  throttled: (operation, variant) =>
    operation === 'TransactWriteItems' && variant < 0.5 ? faults.throttledTransaction : faults.throttled,
  internal: () => faults.internal,
  conflict: (operation, variant) => {
    if (operation === 'TransactWriteItems') return conflicts[Math.floor(variant * conflicts.length)];
    return writesOne.includes(operation) ? faults.singleWriteConflict : undefined;
  },
  away: () => faults.away,
  lost: () => faults.lost,
  late: () => faults.late,
  hung: () => faults.hung,
  unprocessed: (operation) => (operation === 'BatchGetItem' ? faults.unprocessed : undefined),
} as const satisfies Record<string, (operation: string, variant: number) => Fault | undefined>;

export type FaultKind = keyof typeof kinds;
export const faultKinds = Object.keys(kinds) as readonly FaultKind[];

/** The probability of each kind. The sum of all probabilities is at most 1. */
export interface Rates extends Readonly<Partial<Record<FaultKind, number>>> {
  /**
   * The probability that a failed call keeps failing when it is retried, usually until the client gives up. Does not
   * apply to hung calls, because each retry would take a full timeout.
   */
  readonly stubborn?: number;
}

/** High rates, so that a few requests meet every kind and some return 503. */
export const highFaultRates = {
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

/** Low rates for thousands of requests, because every hung call costs a timeout. */
export const lowFaultRates = {
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

/** The number of further failures of a stubborn call. The client retries 3 times, and 11 times after a conflict. */
const [fewestRepeats, mostRepeats] = [3, 12];

export interface Counts {
  readonly calls: Readonly<Record<string, number>>;
  readonly faults: Readonly<Partial<Record<FaultKind, number>>>;
}

export interface SeededFaults {
  readonly decide: Decide;
  readonly counts: () => Counts;
}

export function seededFaults(seed: number, rates: Rates): SeededFaults {
  const calls: Record<string, number> = {};
  const counted: Partial<Record<FaultKind, number>> = {};
  const chances = new Map<string, ReturnType<typeof seededRandom>>();
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
    const random = chances.get(operation) ?? seededRandom(seed, operation);
    chances.set(operation, random);
    // Draws all numbers for every call, so that the result depends only on the position of the call.
    const [draw, variant, stays] = [random.next(), random.next(), random.next()];
    const left = random.between(fewestRepeats, mostRepeats);
    const kind = kindDrawn(draw);
    const fault = kind === undefined ? undefined : kinds[kind](operation, variant);
    if (kind === undefined || fault === undefined) return undefined;
    count(kind);
    if (kind !== 'hung' && stays < (rates.stubborn ?? 0)) stubborn.set(body, { kind, fault, left });
    return fault;
  };
  return { decide, counts: () => ({ calls: { ...calls }, faults: { ...counted } }) };
}

// Decides which value of a setting applied at an instant. The tracking link uses this file, so it must not import zod.

export interface PastValue<Value> {
  readonly value: Value;
  readonly until: string;
}

/** An item has room for this many former values. Orders from before the oldest are judged by the oldest. */
export const maxPastValues = 50;

/** Returns the former values after a change at `now`. */
export const afterChange = <Value>(
  past: readonly PastValue<Value>[],
  before: Value,
  now: Date,
): PastValue<Value>[] => [...past, { value: before, until: now.toISOString() }].slice(-maxPastValues);

export interface Validity<Value> {
  readonly value: Value;
  /** Null if the value has applied from the beginning. */
  readonly validFrom: string | null;
  /** Null if the value still applies. */
  readonly validTo: string | null;
}

/** Returns the value that applied at an instant, with the interval in which it applied: from `validFrom` on, before `validTo`. */
export function valueAt<Value>(past: readonly PastValue<Value>[], present: Value, at: Date): Validity<Value> {
  const index = past.findIndex(({ until }) => at.getTime() < Date.parse(until));
  const found = index === -1 ? undefined : past[index];
  const previous = index === -1 ? past.at(-1) : past[index - 1];
  return {
    value: found === undefined ? present : found.value,
    validFrom: previous?.until ?? null,
    validTo: found?.until ?? null,
  };
}

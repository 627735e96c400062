// Selects the key that signs. This file must not create schemas, because every function that verifies tokens loads it.

/** A function instance caches keys for this time. */
export const cacheSeconds = 300;

interface DatedKey {
  readonly signsFrom: string;
}

export const latestFirst = <Key extends DatedKey>(keys: readonly Key[]): readonly Key[] =>
  keys.toSorted((one, other) => other.signsFrom.localeCompare(one.signsFrom));

export const hasStarted = ({ signsFrom }: DatedKey, now: Date): boolean => signsFrom <= now.toISOString();

export function signingKeyFirst<Key extends DatedKey>(keys: readonly Key[], now: Date): readonly Key[] {
  const ordered = latestFirst(keys);
  const signing = ordered.find((key) => hasStarted(key, now)) ?? ordered.at(-1);
  return signing === undefined ? [] : [signing, ...ordered.filter((key) => key !== signing)];
}

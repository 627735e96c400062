// Keeps the entries of a cache that were added last.

/** Replaces an entry with the same name. Drops the oldest entry if there are more than `maxEntries`. */
export function addBounded<Value>(
  entries: Map<string, Value>,
  maxEntries: number,
  [name, value]: readonly [string, Value],
): void {
  entries.delete(name);
  entries.set(name, value);
  const [oldest] = entries.keys();
  if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
}

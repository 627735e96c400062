// Spreads the lists of busy brands over several partitions. The last character of an id names its partition (docs/decisions/0118). This
// file must not import zod, because the tracking link bundles it.
import { digits } from '#lib/shared/crockford.ts';

/** A list can have as many partitions as there are digits. */
export const maxListPartitions = digits.length;

const ulidLength = 26;

const lengthWithoutMark = (id: string): number => id.indexOf('_') + 1 + ulidLength;

/** Returns the digit after the ULID. It is empty for an id that was created before the lists of its brand were spread. */
export const markOf = (id: string): string => id.slice(lengthWithoutMark(id));

export const withoutMark = (id: string): string => id.slice(0, lengthWithoutMark(id));

/** Follows from the random end of the id, so that retries create the same id. `partitions` must divide 32. */
export const withMark = (id: string, partitions: number): string =>
  `${id}${digits.charAt(digits.indexOf(id.slice(-1)) % partitions)}`;

/** The first partition of a spread list is the partition of the list before it was spread. */
export const spreadPartition = (partition: string, mark: string): string =>
  mark === '' || mark === digits.charAt(0) ? partition : `${partition}.${mark}`;

/** Returns the partitions of a list whose ids have the marks of `count` partitions. */
export const spreadPartitions = (partition: string, count: number): readonly string[] =>
  [...digits.slice(0, count)].map((mark) => spreadPartition(partition, mark));

/** Moves the partition keys of indexes to the partition of an id. */
export const spreadKeys = <Keys extends Readonly<Record<string, string>>>(
  keys: Keys,
  id: string,
): Readonly<Record<keyof Keys, string>> =>
  Object.fromEntries(
    Object.entries(keys).map(([name, partition]) => [name, spreadPartition(partition, markOf(id))]),
  ) as Record<keyof Keys, string>;

// Compares the use of guarded partitions (docs/decisions/0059) with their declaration.
import type { GuardedAccess } from '#lib/foundation/contract/route.ts';
import { type GuardedPartition, guardedPartitions } from '#lib/foundation/table/keys/guarded-partitions.ts';
import type { KeyAccess } from './traffic.ts';

/** IAM's operator StringLike: `*` in a pattern is any text. */
export const isLike = (text: string, pattern: string): boolean =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's').test(text);

export const guardedNames = Object.keys(guardedPartitions) as readonly GuardedPartition[];

export const guardOf = (partition: string): GuardedPartition | undefined =>
  guardedNames.find((name) => guardedPartitions[name].some((pattern) => isLike(partition, pattern)));

const isWrite = (action: string): boolean => /^(Put|Update|Delete)/.test(action);

export function guardedUseOf(accesses: readonly KeyAccess[]): GuardedAccess {
  const use: { [Name in GuardedPartition]?: 'read' | 'write' } = {};
  for (const { action, partition } of accesses) {
    const name = guardOf(partition);
    if (name !== undefined) use[name] = isWrite(action) ? 'write' : (use[name] ?? 'read');
  }
  return use;
}

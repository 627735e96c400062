// Decides whether the lists of a brand can be spread over more partitions, and from when.
import type { Brand } from '#lib/brands/schema.ts';
import { addSeconds } from '#lib/shared/dates.ts';
import { OperatorError } from '#lib/shared/operator-error.ts';
import { maxListPartitions } from '#lib/table/keys/spread.ts';
import { listPartitionsOf, spreadDelaySeconds } from './list-spread.ts';

/** Throws if the number cannot be chosen, or while an earlier change takes effect. */
export function changedSpread(brand: Brand, partitions: number, now: Date): NonNullable<Brand['listSpread']> {
  const before = listPartitionsOf(brand);
  if (brand.testOf !== undefined) {
    throw new OperatorError('invalid', 'The lists of a test twin cannot be spread: name the live brand');
  }
  if (partitions <= before) {
    throw new OperatorError(
      'invalid',
      `The lists already have ${before} partitions, and the number can only grow: choose more, up to ${maxListPartitions}`,
    );
  }
  const { listSpread } = brand;
  const settled = listSpread && addSeconds(new Date(listSpread.from), spreadDelaySeconds);
  if (settled !== undefined && now < settled) {
    throw new OperatorError(
      'conflict',
      `Another change takes effect: repeat this after ${settled.toISOString()}`,
    );
  }
  return { partitions, before, from: addSeconds(now, spreadDelaySeconds).toISOString() };
}
